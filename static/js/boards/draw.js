/* The board that is painted, as squares: made anew for another size, and of each only what has changed. */
import { twins } from "./rows.js";

const $ = (selector) => document.querySelector(selector);
export const coord = ([row, col]) => `${String.fromCharCode(65 + col)}${row + 1}`;
export const brushOf = (mark) => $(`[name=brush][value="${mark}"]`);
export const squareAt = ([row, col]) => $(`#board .cell[data-r="${row}"][data-c="${col}"]`);
export const place = (cell) => [Number(cell.dataset.r), Number(cell.dataset.c)];

/* A sentence of the page, with what belongs in its places. */
export const text = (name, ...values) =>
  values.reduce((said, value, at) => said.replaceAll(`{${at}}`, value), $("#texts").getAttribute(`data-${name}`));

function element(name, attributes, ...inside) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...inside);
  return made;
}

function lay(size) {
  const numbers = [...Array(size).keys()];
  const square = (row, col) =>
    element("button", { type: "button", role: "gridcell", class: "cell", tabindex: -1, "data-r": row, "data-c": col });
  $("#board").replaceChildren(
    ...numbers.map((row) => element("div", { role: "row" }, ...numbers.map((col) => square(row, col)))),
  );
  $("#board").setAttribute("aria-rowcount", size);
  $("#board").setAttribute("aria-colcount", size);
  const names = (nameOf) => numbers.map((number) => element("span", {}, nameOf(number)));
  $(".coords--c").replaceChildren(...names((number) => String.fromCharCode(65 + number)));
  $(".coords--r").replaceChildren(...names((number) => String(number + 1)));
  document.body.className = document.body.className.replace(/\bn-\d+/, `n-${size}`);
}

/* The axes of the mirror, through plain squares only. */
function axes(size, mirror, [row, col]) {
  const middle = (size - 1) / 2;
  const drawn = [];
  if (col === middle && ["sides", "four", "eight"].includes(mirror)) drawn.push("ax-v");
  else if (row === middle && ["top", "four", "eight"].includes(mirror)) drawn.push("ax-h");
  else if (mirror === "eight" && row === col) drawn.push("ax-f");
  else if (mirror === "eight" && row + col === size - 1) drawn.push("ax-b");
  return drawn;
}

/* `rows` on the board; `hover` is the square whose twins are dashed, `focus` the one that the keys are on. */
export function draw({ rows, mirror, hover, focus }) {
  if (document.querySelectorAll("#board [role=row]").length !== rows.length) lay(rows.length);
  const marked = new Set((hover ? twins(rows.length, mirror, hover) : []).map(coord));
  document.querySelectorAll("#board .cell").forEach((cell) => {
    const at = place(cell);
    const mark = rows[at[0]][at[1]];
    const name = coord(at);
    const classes = ["cell", ...(mark === "." ? axes(rows.length, mirror, at) : [])];
    if (marked.has(name)) classes.push(hover.join() === at.join() ? "is-cursor" : "is-twin");
    if (cell.className !== classes.join(" ")) cell.className = classes.join(" ");
    if (cell.dataset.mark !== mark) {
      cell.dataset.mark = mark;
      cell.replaceChildren(...[...brushOf(mark).nextElementSibling.children].map((drawn) => drawn.cloneNode(true)));
      cell.setAttribute("aria-label", text("square", name, brushOf(mark).dataset.spoken));
    }
    cell.tabIndex = focus.join() === at.join() ? 0 : -1;
  });
}

/* How many there are of each kind that counts. */
export function drawTally(counted) {
  $("[data-tally]").replaceChildren(
    ...counted.map(([mark, number]) => {
      const picture = brushOf(mark).nextElementSibling.cloneNode(true);
      const said = element("span", { class: "sr" }, `${brushOf(mark).dataset.title}: `);
      return element("span", {}, said, picture, String(number));
    }),
  );
}
