import { state } from "../match/page.js";

/* The tiles of the turn before: {from, to, letter} with squares as [row, column]; `to` is null of one that was
   taken. */
export function flexed() {
  const size = Number(state().size);
  const square = (index) => [Math.floor(index / size), index % size];
  return JSON.parse(state().flexed || "[]").map(([cell, to, letter, value]) => ({
    from: square(cell),
    to: to === null ? null : square(to),
    letter,
    value,
  }));
}
