/* The word laid last, which is told by its squares alone: they are not drawn anew when it is the last no more. */
import { $, $$, state } from "./page.js";

export function drawLast() {
  const { last, lastBy } = state();
  $$(".cell.is-last").forEach((cell) => {
    cell.classList.remove("is-last", ...[...cell.classList].filter((name) => name.startsWith("by-")));
    cell.removeAttribute("aria-describedby");
  });
  last
    .split(" ")
    .filter(Boolean)
    .forEach((at) => {
      const [row, col] = at.split(",");
      const cell = $(`.cell[data-r="${row}"][data-c="${col}"]`);
      cell.classList.add("is-last");
      cell.classList.add(`by-${lastBy}`);
      cell.setAttribute("aria-describedby", "lp-h");
    });
}
