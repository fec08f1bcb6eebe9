/* The hints of a first match: one at a time, each once, at its moment; gone when its time is over, on "Got it", and all
   of them for good on "No more hints", which is kept like any preference. It reads the page and changes nothing of it.
   A screen reader hears each once, politely, and the focus stays where it is. */
(() => {
  const LOOKS_MS = 300;
  const THINKS_MS = 60_000;
  const TURNS = 2; // from when a hint came to when its time is over
  const LATE_TURN = 5;
  const box = document.getElementById("teach");
  const one = (selector) => document.querySelector(selector);
  const now = () => one("#state").dataset;
  const turn = () => Number(now().turn);
  const mine = () => now().mine === "1" && now().phase === "play";
  const laid = () => document.querySelectorAll("#board .tile--new").length;
  const key = `ap-taught-${box.dataset.match}`;

  /* What was shown stays so over a reload, where the browser keeps anything. */
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? [];
    } catch {
      return [];
    }
  };
  const shown = new Set(read());
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify([...shown]));
    } catch {
      /* then they come again */
    }
  };

  let quietSince = { turn: 0, at: 0 };
  const isStuck = () => {
    if (quietSince.turn !== turn() || laid()) quietSince = { turn: turn(), at: Date.now() };
    return Date.now() - quietSince.at > THINKS_MS;
  };
  const holds = (item) => one(`#slots [data-use="${item}"]`);
  const can = (item) => !laid() && one(`#p-shop [data-buy="${item}"]:not(:disabled)`);
  const isUsable = (item) => {
    const slot = !laid() && holds(item);
    return slot && slot.parentElement.querySelector("[data-usable]").dataset.usable === "1";
  };
  const isAiming = () => one("#board.is-aim");
  const isFree = () => !current && !isAiming(); // these push away no hint that is being read, and no power being used
  const MOMENTS = {
    lay: () => mine() && now().opened === "0" && !laid(),
    squares: () => laid() >= 2,
    coins: () => now().opened === "1" && now().phase === "play" && shown.has("lay") && turn() <= 3,
    alfa: () => isFree() && one("#rack .tile--alfa"),
    buy: () => isFree() && shown.has("coins") && mine() && turn() > 1 && can("claim"),
    claim: () => isFree() && mine() && isUsable("claim"),
    dear: () => isFree() && shown.has("claim") && mine() && can("blast"),
    blast: () => isFree() && mine() && isUsable("blast"),
    pass: () => isFree() && mine() && !laid() && (turn() >= LATE_TURN || isStuck()),
  };
  const OVER = {
    lay: () => laid() >= 2 || now().opened === "1",
    squares: () => now().opened === "1",
    buy: () => holds("claim"),
    claim: () => !holds("claim"),
    dear: () => holds("blast"),
    blast: () => !holds("blast"),
  };

  let current = "";
  let since = 0;
  const said = (name) => box.querySelector(`[data-teach="${name}"]`);
  const hide = () => {
    if (current) said(current).hidden = true;
    document.querySelectorAll(".is-spot").forEach((spot) => spot.classList.remove("is-spot"));
    current = "";
    box.hidden = true;
  };
  const show = (name) => {
    hide();
    shown.add(name);
    keep();
    [current, since] = [name, turn()];
    said(name).hidden = box.hidden = false;
    const does = said(name).dataset.do ?? "";
    for (const button of box.querySelectorAll("[data-teach-do]")) {
      button.hidden = !does.includes(`[data-${button.dataset.teachDo}=`);
    }
    one("#live").textContent = said(name).textContent.replace(/\s+/g, " ").trim();
  };
  const look = () => {
    if (!one("#state") || one("dialog[open]")) return;
    if (current && (turn() >= since + TURNS || OVER[current]?.())) hide();
    const next = Object.keys(MOMENTS).find((name) => !shown.has(name) && MOMENTS[name]());
    if (next) show(next);
    const spot = current && said(current).dataset.spot;
    if (spot) one(spot)?.classList.add("is-spot");
  };

  if (document.documentElement.dataset.hints === "off") return;
  const looking = setInterval(look, LOOKS_MS);
  one("[data-teach-ok]").addEventListener("click", hide);
  for (const button of box.querySelectorAll("[data-teach-do]")) {
    button.addEventListener("click", () => {
      const pressed = one(said(current).dataset.do);
      hide();
      pressed?.click();
    });
  }
  one("[data-teach-off]").addEventListener("click", () => {
    hide();
    clearInterval(looking);
    document.documentElement.dataset.hints = "off"; // a phone kept room for them
    fetch(document.documentElement.dataset.preferencesUrl, {
      method: "POST",
      headers: { "X-CSRFToken": one("meta[name=csrf-token]").content },
      body: new URLSearchParams({ hints: "off" }),
    });
  });
})();
