/* Before and after: the board as it was before the last flex turn, for as long as the button is down and no tile is
   touched. */
import { $, $$, state } from "../match/page.js";
import { cellAt, isUntouched, local, place } from "../match/board_state.js";
import { draw } from "../match/draw_board.js";
import { flexed } from "./last_turn.js";

let before = false;
export const isBefore = () => before;

const button = $("#before");

/* Draw the board as it was, or as it is. */
export function drawBefore() {
  const turn = flexed();
  const isTheirs = turn.length > 0 && isUntouched();
  button.disabled = !isTheirs;
  button.hidden = !isTheirs;
  $("#stepback").hidden = isTheirs;
  $("#stepback").disabled = !local.past.length;
  if (!isTheirs) before = false;
  button.setAttribute("aria-pressed", before);
  $$(".was, .cell--gone").forEach((found) => {
    if (found.classList.contains("was")) found.remove();
    else found.classList.remove("cell--gone");
  });
  if (!before) return;
  state()
    .last.split(" ")
    .filter(Boolean)
    .forEach((at) => cellAt(...place(at)).classList.add("cell--gone"));
  turn.forEach(({ from, letter, value }) => {
    const cell = cellAt(...from);
    cell.classList.add("cell--gone");
    const tile = document.createElement("span");
    tile.className = "tile was";
    const [face, points] = [document.createElement("span"), document.createElement("b")];
    face.className = "tile__l";
    face.textContent = letter;
    points.dataset.t = value;
    tile.append(face, points);
    cell.append(tile);
  });
}

button.addEventListener("click", () => {
  before = !before;
  draw();
});
document.addEventListener("pointerdown", (event) => {
  if (!before || !event.target.closest("#board, #rack")) return;
  before = false;
  draw();
});
