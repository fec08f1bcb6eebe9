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

  /* Of the hands as they were drawn, whose best tile stands earliest in a line of tiles; the lot among equals. */
  async function earliest(hands, line, roll) {
    const best = hands.map((hand) => Math.min(...hand.map((tile) => line.indexOf(tile))));
    const first = best.indexOf(Math.min(...best));
    return best.every((one) => one === best[first]) ? roll(0, best.length) : first;
  }

  /* Who of the lobby order begins, where the hands and every draw of the record are those that the numbers give; else
     null. Hands are drawn seat by seat, by lot; or where a game begins by a line of tiles, in the lobby order. */
  async function beginner(record, roll, { bag, keepsAlfa, begins }) {
    let n = 1;
    const pull = async (count) => {
      const tiles = [];
      while (bag.length && tiles.length < count) {
        bag.sort();
        tiles.push(...bag.splice(await roll(n, bag.length), 1));
        n += 1;
      }
      return tiles;
    };
    const hands = [];
    for (const { length } of record.hands) hands.push(await pull(length));
    const lot = async () => (record.lobby_order ? roll(0, hands.length) : 0);
    const first = begins ? await earliest(hands, begins, roll) : await lot();
    if (begins) hands.unshift(...hands.splice(first, 1));
    if (hands.some((hand, seat) => hand.join() !== record.hands[seat].join())) return null;
    for (const { do: deed, drawn, tiles } of record.actions) {
      if (!drawn) continue;
      if ((await pull(drawn.length)).join() !== drawn.join()) return null;
      if (deed === "use" || deed === "swap")
        bag.push(...(tiles ? tiles.map((tile) => (keepsAlfa ? tile : tile[0])) : drawn));
    }
    return first;
  }

  /* The name of what was found, as the page has a sentence for it. */
  async function verdict(record, { match, seat, ...rules }) {
    const { fair } = record;
    const kept = keptOf(match, fair.commitment);
    if (kept && kept.seal !== fair.commitment) return "badSeal";
    if ((await sha256(bytes(fair.server ?? fair.seed))) !== fair.commitment) return "badSealed";
    const roll = await dice(await seedOf(fair));
    const first = await beginner(record, roll, rules);
    if (first === null) return "badTiles";
    const mine = fair.players?.[(first + seat) % record.players.length] ?? null;
    if (kept?.sent && mine !== kept.number) return "badNumber";
    if (!kept) return "unkept";
    return mine !== null && mine === kept.number ? "proved" : "unsent";
  }

  async function check(place) {
    place.removeAttribute("data-fair-check");
    const { record, match, seat, bag, keepsAlfa, begins } = place.dataset;
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
          begins,
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
