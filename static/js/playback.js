/* Plays back what was done in a match over the board as it is now. Fetched when it is first needed.

   Everything is an animation over what the page shows anyway: whoever stops it sees the board as it is. Only transform
   and opacity move, and what a forged tile is made of; nothing takes room, nothing takes a click. */

const ARRIVE = 190;
const BETWEEN = 90;
const COUNT = 380;
const POWER = 420;
const FORGE = 600;
const SQUARE = "polygon(0 0, 100% 0, 100% 0, 100% 100%, 100% 100%, 0 100%, 0 100%, 0 0)";
/* An Alfa tile (css/alfapower/alfa-tiles.css) as it is forged: heat, the corners fall, the plates are struck. */
const FORGED = [
  [
    "::before",
    "",
    [
      { clipPath: SQUARE, background: "#fff4d9" },
      { clipPath: SQUARE, background: "#ffb03a", offset: 0.35 },
      { background: "#ffe9a6", offset: 0.65 },
      {},
    ],
  ],
  ["::after", "", [{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1, offset: 0.7 }, {}]],
  ["", ".tile__l", [{ color: "#20292c" }, { color: "#20292c", offset: 0.3 }, { color: "#fff4d9", offset: 0.55 }, {}]],
  [
    "",
    "b, .tile__x",
    [
      { opacity: 0 },
      { opacity: 0, transform: "translateY(-0.5em) scale(1.35)", offset: 0.63 },
      { transform: "scale(0.94)", offset: 0.9 },
      {},
    ],
  ],
];
const FALL = [{ transform: "translateY(-0.6em) scale(1.2)", opacity: 0 }, { opacity: 1 }];
const POP = [{ transform: "scale(0.2)", opacity: 0 }, { transform: "scale(1.25)", opacity: 1, offset: 0.7 }, {}];
const PULSE = [{}, { transform: "scale(1.16)" }, {}];
const SHAKE = [{}, { transform: "translateX(-0.08em)" }, { transform: "translateX(0.08em)" }, {}];
const PLANT = [
  { transform: "translateY(-1.1em) rotate(-24deg)", opacity: 0 },
  { transform: "translateY(0.08em)", opacity: 1, offset: 0.6 },
  {},
];
const TURN = [{}, { transform: "rotateY(180deg)" }, {}];
const number = (text) => Number(text.replace("−", "-"));
const written = (value) => (value < 0 ? `−${-value}` : String(value));

/* Play the deeds one after another. `was` has the figures as they were, by id; `sound` is called with a name, or with
   null and the deed whose own sound is meant. Gives {done, skip}. */
export function play(deeds, was, { cellAt, sound, most }) {
  const animations = [];
  const timers = [];
  const endings = [];
  let end = 0;
  let finish = null;
  const done = new Promise((resolve) => {
    finish = resolve;
  });
  const plan = [];
  const move = (element, frames, at, length, of = {}) => {
    if (element) plan.push(["move", at, length, element, frames, of]);
    end = Math.max(end, at + length);
  };
  const then = (at, what) => plan.push(["then", at, 0, what]);

  function words(deed) {
    const start = end;
    const tiles = deed.cells.map((at) => cellAt(...at)?.querySelector(".tile")).filter(Boolean);
    if (deed.mine) tiles.forEach((tile, i) => move(tile, PULSE, start + i * 30, ARRIVE));
    else
      tiles.forEach((tile, i) => {
        move(tile, FALL, start + i * BETWEEN, ARRIVE);
        then(start + i * BETWEEN, () => sound("tap"));
      });
    tiles.forEach((tile, i) => light(tile.parentElement, start + i * (deed.mine ? 30 : BETWEEN)));
    const counting = end;
    const sum = deed.points.reduce((all, points) => all + points, 0);
    const at = cellAt(...deed.cells.at(-1));
    then(counting, () => {
      sound(null, deed);
      if (!deed.mine) count(tally(at, deed.side), 0, sum, COUNT);
    });
    figure(`score-${deed.side}`, counting, COUNT);
    end = counting + COUNT;
    const forged = tiles.filter((tile) => tile.matches(".tile--alfa"));
    const told = end;
    figure(`coins-${deed.side}`, told, COUNT / 2, () => sound("coins"));
    forged.forEach((tile) => forge(tile, told));
  }

  /* An Alfa tile is forged: in the hand as it is made, on the board when its word has been told. */
  function forge(tile, at) {
    if (!tile) return;
    for (const [pseudoElement, part, frames] of FORGED)
      for (const element of part ? tile.querySelectorAll(part) : [tile])
        move(element, frames, at, FORGE, pseudoElement ? { pseudoElement, fill: "none" } : { fill: "none" });
  }

  /* A square is lit until the end. */
  function light(cell, at) {
    then(at, () => cell.classList.add("is-lit"));
    endings.push(() => cell.classList.remove("is-lit"));
  }

  /* Something that is there while this is played. */
  function added(tag, look, parent) {
    const shown = document.createElement(tag);
    shown.className = look;
    shown.setAttribute("aria-hidden", "true");
    parent.append(shown);
    endings.push(() => shown.remove());
    return shown;
  }

  /* The points over the last tile. */
  function tally(cell, side) {
    const shown = added("span", `tally seat-${side}`, cell);
    animations.push(shown.animate(POP, { duration: ARRIVE }));
    return shown;
  }

  /* A figure of a card counts from what it was to what it is. */
  function figure(id, at, length, heard = null) {
    const shown = document.getElementById(id);
    const from = was.get(id);
    if (!shown || from === undefined || from === shown.textContent) return;
    const to = shown.textContent;
    shown.textContent = from;
    endings.push(() => {
      shown.textContent = to;
    });
    then(at, () => {
      heard?.();
      count(shown, number(from), number(to), length);
    });
    move(shown.parentElement, PULSE, at, length);
  }

  function count(shown, from, to, length) {
    const began = performance.now();
    const step = (now) => {
      if (!finish) return;
      const part = Math.min(1, Math.max(0, now - began) / (length * pace));
      shown.textContent = written(Math.round(from + (to - from) * part));
      if (part < 1) requestAnimationFrame(step);
    };
    step(began);
  }

  /* Two halves of the tile that lay there. */
  function blast(deed, start) {
    const [cell] = deed.cells.map((at) => cellAt(...at));
    move(cell.querySelector("svg"), POP, start + POWER / 2, POWER);
    if (!deed.letter) return;
    for (const [half, way] of [
      ["left", -1],
      ["right", 1],
    ]) {
      const piece = added("span", `tile shard shard--${half}`, cell);
      added("span", "tile__l", piece).textContent = deed.letter;
      const away = `translate(${way * 0.35}em, 0.5em) rotate(${way * 34}deg)`;
      move(
        piece,
        [{}, { transform: `translateX(${way * 0.06}em)`, opacity: 1, offset: 0.35 }, { transform: away, opacity: 0 }],
        start,
        POWER * 1.4,
      );
    }
  }

  const KINDS = {
    alfa: (deed, start) => forge(document.querySelector(`#rack [data-tile="${deed.letter}"] .tile`), start),
    blast,
    claim(deed, start) {
      const cell = cellAt(...deed.cells[0]);
      move(added("span", `flag seat-${deed.side}`, cell), PLANT, start, POWER * 2);
    },
    fortify(deed, start) {
      const [cell] = deed.cells.map((at) => cellAt(...at));
      move(cell.querySelector(".tile"), PULSE, start, POWER);
      move(cell.querySelector(".tile__f"), POP, start, POWER);
    },
    bonus: (deed, start) => move(cellAt(...deed.cells[0]).querySelector(".mark"), POP, start, POWER),
    swap(deed, start) {
      const tiles = deed.mine
        ? document.querySelectorAll("#rack .tile")
        : [document.querySelector(`#hand-${deed.side}`)?.parentElement];
      [...tiles].forEach((tile, i) => move(tile, TURN, start + i * 40, POWER));
    },
    try: (deed, start) => move(document.querySelector(`.pcard.seat-${deed.side}`), SHAKE, start, POWER),
  };

  for (const deed of deeds) {
    const start = end;
    if (deed.kind === "words") words(deed);
    else {
      then(start, () => sound(null, deed));
      KINDS[deed.kind]?.(deed, start);
      figure(`score-${deed.side}`, start, COUNT);
      figure(`coins-${deed.side}`, start, COUNT);
    }
  }

  const pace = Math.min(1, most / Math.max(end, 1));
  for (const [what, at, length, ...rest] of plan) {
    if (what === "then") timers.push(setTimeout(rest[0], at * pace));
    else
      animations.push(
        rest[0].animate(rest[1], {
          delay: at * pace,
          duration: length * pace,
          fill: "both",
          easing: "cubic-bezier(0.2, 0.8, 0.3, 1)",
          ...rest[2],
        }),
      );
  }
  /* At once as it is, whether it has been seen or not. */
  function skip() {
    if (!finish) return;
    timers.forEach(clearTimeout);
    animations.forEach((animation) => animation.cancel());
    endings.forEach((ending) => ending());
    finish();
    finish = null;
  }
  timers.push(setTimeout(skip, Math.min(most, end * pace + 250)));
  return { done, skip };
}
