/* How a bent word is read: an outline round its letters, a ring where it begins and a tip where it ends. Drawn while it
   is laid, after it was played until the next turn, and for an old corner when it is tapped. */
import { $, state } from "../match/page.js";
import { game } from "../match/game.js";
import { key, local, quote } from "../match/board_state.js";
import { draw } from "../match/draw_board.js";
import { bentThrough, cornerAt } from "./corners.js";

const SVG = "http://www.w3.org/2000/svg";
let shownCorner = "";

/* Show how the word of an old corner is read; a second time hides it. */
export function showCorner(row, col) {
  shownCorner = shownCorner === key(row, col) ? "" : key(row, col);
  draw();
}

game.allDrawn = () => {
  $("#ribbons")?.remove();
  const found = [];
  const laid = local.pending.size > 0;
  if (laid && quote()?.code === "") found.push(...quote().bent.map(([cells, to]) => [cells, to, "ink"]));
  const { bent, lastBy } = state();
  if (bent) found.push(...JSON.parse(bent).map(([cells, to]) => [cells, to, lastBy]));
  if (shownCorner) {
    const at = shownCorner.split(",").map(Number);
    if (cornerAt(...at)) found.push([bentThrough(...at), cornerAt(...at), "ink"]);
  }
  if (found.length) $("#board").append(drawing(found));
};

function element(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...inside);
  return made;
}

function drawing(words) {
  const size = Number(state().size);
  const groups = words.map((word, number) => ribbon(size, number, ...word));
  return element(
    "svg",
    { id: "ribbons", class: "draw", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    ...groups,
  );
}

/* The outline is a broad line along the word of which a narrower one is cut out. */
function ribbon(size, number, cells, to, whose) {
  const down = to === "down";
  const centre = (index) => [(index % size) + 0.5, Math.floor(index / size) + 0.5];
  const points = cells.map(centre);
  const [first, last] = [points[0], points.at(-1)];
  const corner = down ? [last[0], first[1]] : [first[0], last[1]];
  const along = `M${[first, corner, last].map((at) => at.join(" ")).join("L")}`;
  const start = down ? [first[0] - 0.53, first[1]] : [first[0], first[1] - 0.53];
  const end = down ? [last[0], last[1] + 0.53] : [last[0] + 0.53, last[1]];
  const whole = { x: -1, y: -1, width: size + 2, height: size + 2 };
  return element(
    "g",
    { class: `draw--${whose}` },
    element(
      "mask",
      { id: `ribbon-${number}`, maskUnits: "userSpaceOnUse", ...whole },
      element("rect", { ...whole, fill: "#fff" }),
      element("path", { class: "ribbon", d: along, stroke: "#000", "stroke-width": 1 }),
    ),
    element("path", { class: "ribbon ribbon--line", d: along, "stroke-width": 1.17, mask: `url(#ribbon-${number})` }),
    element("circle", { class: "ribbon__start", cx: start[0], cy: start[1], r: 0.14 }),
    element("path", {
      class: "ribbon__tip",
      d: "M-.3-.08h.6L0 .32z",
      transform: `translate(${end.join(" ")}) rotate(${down ? 0 : -90})`,
    }),
  );
}
