/* Letters and corners as they lie on the board now, those laid in this turn among them. */
import { $, state } from "../match/page.js";
import { cellAt, key, local } from "../match/board_state.js";

/* Whether a letter lies there; a black tile is none. */
export function letterAt(row, col) {
  const laid = local.pending.get(key(row, col));
  if (laid) return local.hand[laid.ri] !== "#";
  const cell = cellAt(row, col);
  return Boolean(cell && $(".tile:not(.tile--black)", cell));
}

/* The way a word goes on from a corner, "down" or "across"; undefined where there is none. */
export function cornerAt(row, col) {
  const laid = local.pending.get(key(row, col));
  if (laid) return laid.arrow?.to;
  const cell = cellAt(row, col);
  if (cell && $(".turnmark--down", cell)) return "down";
  return cell && $(".turnmark--across", cell) ? "across" : undefined;
}

/* The squares of the bent word of a corner, by their numbers in the board: all letters straight before it, the corner,
   all letters straight after it. */
export function bentThrough(row, col) {
  const down = cornerAt(row, col) === "down";
  const size = Number(state().size);
  const index = (r, c) => r * size + c;
  const before = [];
  const after = [];
  const [back, on] = down
    ? [(n) => [row, col - n], (n) => [row + n, col]]
    : [(n) => [row - n, col], (n) => [row, col + n]];
  for (let n = 1; letterAt(...back(n)); n += 1) before.unshift(index(...back(n)));
  for (let n = 1; letterAt(...on(n)); n += 1) after.push(index(...on(n)));
  return [...before, index(row, col), ...after];
}
