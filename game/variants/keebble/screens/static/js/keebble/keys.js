/* The match by keys: arrows and letters on the board, walls by Shift and an arrow, options by Alt and their number. */
import { $, $$, state } from "../match/page.js";
import { closeSheet, showTab, sheetIsOpen } from "../match/dialogs.js";
import { cellAt } from "../match/board_state.js";
import { carry, commit, leave, undo, wall, writes } from "./carry.js";
import { cursor, draw } from "./draw.js";
import { pickedLetter, takeUp, type } from "./press.js";

const ARROWS = {
  ArrowUp: [-1, 0, "up"],
  ArrowDown: [1, 0, "down"],
  ArrowLeft: [0, -1, "left"],
  ArrowRight: [0, 1, "right"],
};
const letterOf = (event) => {
  const letter = event.key.normalize("NFC").toUpperCase();
  return /^\p{L}$/u.test(letter) && $(`#letters [data-l="${letter}"]`) ? letter : "";
};

document.addEventListener("keydown", (event) => {
  const dialog = $("dialog[open]");
  if (dialog) {
    if (dialog.id === "d-letter" && letterOf(event)) {
      event.preventDefault();
      pickedLetter(letterOf(event));
    }
    return;
  }
  if (event.target.closest?.("input, textarea, select")) return;
  const handled = event.altKey ? option : event.ctrlKey || event.metaKey ? shortcut : plain;
  if (handled(event)) event.preventDefault();
});

/* Each gives whether the key meant something here. */
function option(event) {
  const number = /^Digit([1-7])$/.exec(event.code);
  if (!number || event.ctrlKey || carry.option) return false;
  takeUp($(`[data-opt="${number[1] - 1}"]`), true);
  return true;
}

function shortcut(event) {
  if (!carry.option) return false;
  if (event.key === "Enter") commit();
  else if (event.key.toLowerCase() === "z" && !event.shiftKey) undo();
  else return false;
  return true;
}

function plain(event) {
  if (event.key === "Escape") {
    if (sheetIsOpen()) closeSheet();
    else leave();
    return true;
  }
  const group = event.target.closest?.("[role=tablist], [role=radiogroup], #parts");
  if (group && ARROWS[event.key]) return along(group, event);
  if (!event.target.closest?.("#board")) return false;
  if (ARROWS[event.key] || event.key === "Home" || event.key === "End") return move(event);
  if (event.key === "Backspace" && carry.option) undo();
  else if (carry.option && writes() && letterOf(event)) type(letterOf(event));
  else return false;
  return true;
}

/* Arrows inside a group. */
function along(group, event) {
  const all = $$("[role=tab], [role=radio]:not(:disabled), .btn:not(:disabled)", group);
  const step = ARROWS[event.key][0] + ARROWS[event.key][1];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  next?.focus();
  if (next?.dataset.tab) showTab(next.dataset.tab);
  return true;
}

function move(event) {
  const last = Number(state().size) - 1;
  const [row, col] = cursor.at;
  const [down, right, way] = ARROWS[event.key] ?? [0, event.key === "Home" ? -last : last];
  if (event.shiftKey && way && carry.option?.kind === "wall") {
    wall(row, col, way);
    return true;
  }
  const inside = (n) => Math.min(last, Math.max(0, n));
  cursor.at = [inside(row + down), inside(col + right)];
  draw();
  cellAt(...cursor.at).focus();
  return true;
}

$(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  $('#board [tabindex="0"]').focus();
});
