/* The deal checked by this browser itself: the seal it kept from before the match, its own number, the seed, the seats,
   and every tile of the record drawn again. Nothing of it is the site's word but the record, which anybody can
   download. */
(() => {
  const KEY = "ap-deals";
  const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const sha256 = async (data) => hex(await crypto.subtle.digest("SHA-256", data));
  const ascii = (text) => new TextEncoder().encode(text);

  /* What this browser kept: of the match, or of the deal that was to become it. */
  function keptOf(match, seal) {
    let all = {};
    try {
      all = JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      /* nothing can be read */
    }
    const [name, found] = Object.entries(all).find(([, deal]) => deal.match === match) ?? [seal, all[seal]];
    return found && { ...found, seal: name };
  }

  async function seedOf(fair) {
    if (!fair.server) return fair.seed;
    return sha256(ascii([fair.server, ...fair.players.map((number) => number ?? "-")].join(":")));
  }

  /* Number n modulo a count. */
  async function dice(seed) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (n, count) =>
      Number(BigInt(`0x${hex(await crypto.subtle.sign("HMAC", key, ascii(String(n))))}`) % BigInt(count));
  }

  /* Whether the hands and every draw of the record are those that the numbers give. */
  async function tilesFollow(record, roll, bag, keepsAlfa) {
    let n = 1;
    const take = async (tiles) => {
      for (const tile of tiles) {
        bag.sort();
        if (!bag.length || bag.splice(await roll(n, bag.length), 1)[0] !== tile) return false;
        n += 1;
      }
      return true;
    };
    for (const hand of record.hands) if (!(await take(hand))) return false;
    for (const action of record.actions) {
      if (!action.drawn) continue;
      if (!(await take(action.drawn))) return false;
      if (action.do === "use") bag.push(...action.tiles.map((tile) => (keepsAlfa ? tile : tile[0])));
    }
    return true;
  }

  /* The name of what was found, as the page has a sentence for it. */
  async function verdict(record, { match, seat, bag, keepsAlfa }) {
    const { fair } = record;
    const kept = keptOf(match, fair.commitment);
    if (kept && kept.seal !== fair.commitment) return "badSeal";
    if ((await sha256(bytes(fair.server ?? fair.seed))) !== fair.commitment) return "badSealed";
    const roll = await dice(await seedOf(fair));
    const first = record.lobby_order ? await roll(0, record.players.length) : 0;
    const mine = fair.players?.[(first + seat) % record.players.length] ?? null;
    if (kept?.sent && mine !== kept.number) return "badNumber";
    if (!(await tilesFollow(record, roll, bag, keepsAlfa))) return "badTiles";
    if (!kept) return "unkept";
    return mine !== null && mine === kept.number ? "proved" : "unsent";
  }

  async function check(place) {
    place.removeAttribute("data-fair-check");
    const { record, match, seat, bag, keepsAlfa } = place.dataset;
    let found = "cannot";
    if (crypto.subtle) {
      place.textContent = place.dataset.checking;
      try {
        const told = await (await fetch(record)).json();
        found = await verdict(told, {
          match,
          seat: Number(seat),
          bag: bag.split(" "),
          keepsAlfa: keepsAlfa === "true",
        });
      } catch {
        found = "badTiles";
      }
    }
    place.textContent = place.dataset[found];
    place.classList.toggle("neg", found.startsWith("bad"));
    place.dataset.found = found;
  }

  const look = () => document.querySelectorAll("[data-fair-check]").forEach(check);
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:afterSettle", look);
})();
