/* The rows of a board as plain values: what a stroke reaches, what it makes of them, what cannot be a board. The server
   looks again at all that is kept. */

const SIZES = [11, 15, 19];
const PLAIN = ".";
const STAR = "*";
const MARKS = ".dtDT*";

export const empty = (size) => Array(size).fill(PLAIN.repeat(size));

const isCentre = (rows, [row, col]) => row === col && row === (rows.length - 1) / 2;

/* Whether that mark may stand there. */
export const mayStand = (rows, at, mark) => mark !== STAR || isCentre(rows, at);

/* The squares that a stroke on one reaches by the mirror, its own first, each once. */
export function twins(size, mirror, [row, col]) {
  const last = size - 1;
  let found = [[row, col]];
  const add = (turned) => {
    found = [...found, ...found.map(turned)];
  };
  if (mirror === "eight") add(([r, c]) => [c, r]);
  if (["sides", "four", "eight"].includes(mirror)) add(([r, c]) => [r, last - c]);
  if (["top", "four", "eight"].includes(mirror)) add(([r, c]) => [last - r, c]);
  return [...new Map(found.map((at) => [at.join(), at])).values()];
}

/* The rows with that mark on those squares. */
export function painted(rows, squares, mark) {
  const cells = rows.map((row) => [...row]);
  squares.forEach(([row, col]) => {
    cells[row][col] = mark;
  });
  return cells.map((row) => row.join(""));
}

/* The squares from one to another, without the first: a quick finger passes over some between two looks. */
export function between([fromRow, fromCol], [row, col]) {
  const steps = Math.max(Math.abs(row - fromRow), Math.abs(col - fromCol));
  return Array.from({ length: steps }, (_, step) => [
    Math.round(fromRow + ((row - fromRow) * (step + 1)) / steps),
    Math.round(fromCol + ((col - fromCol) * (step + 1)) / steps),
  ]);
}

/* Written rows, one a line, or a list copied out of a record. */
export const read = (text) =>
  text
    .replace(/[[\]",]/g, " ")
    .split(/\s+/)
    .filter(Boolean);

/* Why these can be no board: [code, row from 1, sign]; null where they can. */
export function faultOf(rows) {
  const size = rows.length;
  if (!SIZES.includes(size)) return ["wrong_size", 0, ""];
  for (const [number, row] of rows.entries()) {
    const unknown = [...row].find((mark) => !MARKS.includes(mark));
    if (unknown) return ["unknown_mark", number + 1, unknown];
    if (row.length !== size) return ["uneven", number + 1, ""];
  }
  const starred = rows.findIndex((row, at) => [...row].some((mark, col) => !mayStand(rows, [at, col], mark)));
  return starred < 0 ? null : ["star_off_centre", starred + 1, ""];
}

/* How many squares have that mark. */
export const count = (rows, mark) => rows.join("").split(mark).length - 1;
