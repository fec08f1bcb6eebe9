/* What has been moved and taken is drawn: where it was stays marked, and a curve leads to where it is now. First the
   player's own tiles; while none is touched, those of the turn before. */
import { $, $$, state, text } from "../match/page.js";
import { game } from "../match/game.js";
import { cellAt, coord, homeOf, isUntouched, local, place } from "../match/board_state.js";
import { drawBefore, isBefore } from "./before.js";
import { flexed } from "./last_turn.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_TRAILS = 6;

function own() {
  const moved = [...local.pending].filter(([, { ri }]) => ri < 0);
  return [
    ...moved.map(([at, { ri }]) => ({ from: homeOf(ri), to: place(at), letter: local.hand[ri] })),
    ...[...local.taken].map((ri) => ({ from: homeOf(ri), to: null, letter: local.hand[ri] })),
  ];
}

game.allDrawn = () => {
  drawBefore();
  $("#trails")?.remove();
  $$(".from").forEach((mark) => mark.remove());
  $$(".is-left").forEach((cell) => {
    cell.classList.remove("is-left", "is-own");
    relabel(cell, cell.dataset.plain);
  });
  $$(".is-held").forEach((cell) => cell.classList.remove("is-held"));
  const mine = !isUntouched();
  const shown = mine ? own() : isBefore() ? [] : flexed();
  shown.forEach((one) => leave(one, mine));
  if (local.sel < 0 && !local.taken.has(local.sel)) {
    const at = [...local.pending].find(([, { ri }]) => ri === local.sel)?.[0];
    cellAt(...(at ? place(at) : homeOf(local.sel))).classList.add("is-held");
  }
  const trails = shown.filter(({ to }) => to).slice(0, MOST_TRAILS);
  if (trails.length) $("#board").append(drawing(trails, mine ? "ink" : state().lastBy));
};

/* Mark the square that a tile has left. */
function leave({ from, to, letter }, mine) {
  const cell = cellAt(...from);
  const mark = document.createElement("i");
  mark.className = `from${to ? "" : " from--taken"}`;
  mark.textContent = letter;
  cell.append(mark);
  cell.classList.add("is-left");
  cell.classList.toggle("is-own", mine);
  cell.dataset.plain = cell.classList.contains("is-pending") ? cell.dataset.label : cell.getAttribute("aria-label");
  const said = to ? text("movedAway", letter, coord(to)) : text("takenAway", letter);
  relabel(cell, `${mine ? coord(from) : cell.dataset.plain}, ${said}`);
}

/* A square on which something is laid has another label for as long. */
function relabel(cell, label) {
  if (cell.classList.contains("is-pending")) cell.dataset.label = label;
  else cell.setAttribute("aria-label", label);
}

function element(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...inside);
  return made;
}

function drawing(trails, whose) {
  const size = Number(state().size);
  return element(
    "svg",
    { id: "trails", class: `draw draw--${whose}`, viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    ...trails.map(({ from, to }) => trail(from, to)),
  );
}

/* A bow from the free side of one square to that of the other: over what lies beside them, or past what lies below. */
function trail(from, to) {
  const [x1, y1] = [from[1] + 0.5, from[0] + 0.5];
  const [x2, y2] = [to[1] + 0.5, to[0] + 0.5];
  const [across, down] = [x2 - x1, y2 - y1];
  const length = Math.hypot(across, down);
  const bow = Math.min(0.55 + length * 0.13, 1.5);
  const { start, end, first, last } =
    length < 1.6
      ? near(x1, y1, x2, y2, across / length, down / length)
      : Math.abs(down) > Math.abs(across)
        ? { start: [x1 + 0.46, y1], end: [x2 + 0.58, y2], first: [x1 + 0.46 + bow, y1], last: [x2 + 0.58 + bow, y2] }
        : over(x1, y1, x2, y2, across, bow);
  const path = `M${start}C${first} ${last} ${end}`;
  const turn = (Math.atan2(end[1] - last[1], end[0] - last[0]) * 180) / Math.PI - 90;
  return element(
    "g",
    {},
    element("path", { class: "trail trail--halo", d: path }),
    element("path", { class: "trail", d: path }),
    element("circle", { class: "trail__start", cx: start[0], cy: start[1], r: 0.13 }),
    element("path", {
      class: "trail__tip",
      d: "M-.26-.16h.52L0 .26z",
      transform: `translate(${end.join(" ")}) rotate(${turn})`,
    }),
  );
}

function near(x1, y1, x2, y2, right, below) {
  const start = [x1 + right * 0.4, y1 + below * 0.4];
  return { start, end: [x2 - right * 0.62, y2 - below * 0.62], first: start, last: start };
}

function over(x1, y1, x2, y2, across, bow) {
  const side = Math.sign(across) || 1;
  const start = [x1 + 0.28 * side, y1 - 0.46];
  const end = [x2 + 0.12 * side, y2 - 0.58];
  const top = Math.min(start[1], end[1]) - bow;
  return { start, end, first: [start[0] + across * 0.12, top], last: [end[0] - across * 0.12, top] };
}
