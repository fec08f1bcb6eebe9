/* What is pressed, by a finger, a mouse or a key: options, cells, letters, parts, buttons. */
import { $, say, state, text } from "../match/page.js";
import { closeDialog, openDialog } from "../match/dialogs.js";
import { menu } from "../match/menu.js";
import { seeAgain } from "../match/last_action.js";
import { cellAt, coord, where } from "../match/board_state.js";
import {
  add,
  answered,
  begin,
  carry,
  commit,
  isFree,
  isLit,
  isWild,
  leave,
  nextFree,
  resign,
  save,
  takeBack,
  toGo,
  undo,
  wall,
  writes,
} from "./carry.js";
import { cursor, draw } from "./draw.js";

const ACTIONS = { ...menu(resign), back: () => leave(), undo, save, go: commit, see: seeAgain };

/* The picker of letters: what to do with the one that is picked. */
let picked = null;
function pickLetter(title, more, then) {
  picked = then;
  $("#letter-h").textContent = title;
  $("#letter-p").textContent = more;
  openDialog("letter");
}
export function pickedLetter(letter) {
  closeDialog("letter");
  picked?.(letter);
  picked = null;
}

const put = (r, c, i, as) => {
  const shown = as ?? carry.option.given[i].token;
  add({ r, c, i, as }, text("on", shown, coord([r, c])));
};

/* Write the letter with number `i` there, or the next one; a wildcard is asked for by name unless it has one. */
function write(r, c, i, as) {
  if (!isWild(i)) put(r, c, i);
  else if (as) put(r, c, i, as);
  else pickLetter(text("writeWild"), text("wildCounts", carry.option.given[i].value), (letter) => put(r, c, i, letter));
}

/* A letter typed on a cell; one that is not there to be written takes a wildcard. */
export async function type(letter) {
  await answered();
  const [r, c] = cursor.at;
  const { given } = carry.option;
  const plain = given.findIndex(({ token }, i) => token === letter && isFree(i));
  const i = plain >= 0 ? plain : given.findIndex((_, n) => isWild(n) && isFree(n));
  if (i < 0) say(text("notGiven", letter));
  else if (!isLit(r, c)) say(text("notThere"));
  else write(r, c, i, letter);
}

function swap(r, c, cell) {
  const old = $(".tile__l", cell).textContent;
  pickLetter(text("change", old, coord([r, c])), text("stays"), (letter) => {
    if (letter !== old) add({ r, c, as: letter }, text("becomes", old, coord([r, c]), letter));
  });
}

/* A cell is chosen; by a pointer at (x, y), which says for a wall what edge is meant. */
export async function choose(cell, event) {
  const [r, c] = where(cell);
  cursor.at = [r, c];
  if (!carry.option || carry.busy) {
    draw();
    return;
  }
  const { kind } = carry.option;
  if (kind === "wall") {
    wall(r, c, event.detail ? nearestSide(cell, event) : "right");
    return;
  }
  if (takeBack(r, c)) return;
  await answered();
  if (!carry.option || !toGo() || !isLit(r, c)) {
    if (toGo()) say(text("notThere"));
    draw();
  } else if (writes()) write(r, c, carry.sel >= 0 && isFree(carry.sel) ? carry.sel : nextFree());
  else if (kind === "special") add({ r, c }, text("on", carry.option.short, coord([r, c])));
  else if (kind === "swap") swap(r, c, cell);
  else {
    carry.cell = [r, c];
    say(text("what", coord([r, c])));
    draw();
    if (!event.detail) $("#parts button:not(:disabled)").focus();
  }
}

/* The cell's edge that is nearest to a point: whichever of the four triangles it lies in. */
function nearestSide(cell, { clientX, clientY }) {
  const box = cell.getBoundingClientRect();
  const x = (clientX - box.left) / box.width - 0.5;
  const y = (clientY - box.top) / box.height - 0.5;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "right" : "left";
  return y > 0 ? "down" : "up";
}

export function takeUp(card, byKey) {
  if (!card || card.ariaDisabled === "true") return;
  begin(card);
  if (!byKey) return;
  const onBoard = writes() || ["wall", "special", "swap", "destroy"].includes(carry.option.kind);
  if (onBoard) $('#board [tabindex="0"]').focus({ preventScroll: true });
  else answered().then(() => $("#actions [data-act=go]").focus({ preventScroll: true }));
}

function part(name) {
  const [r, c] = carry.cell;
  add({ r, c, part: name }, text("on", $(`#parts [data-part=${name}]`).textContent.trim(), coord([r, c])));
}

/* The cell under a point of the board; between two cells, where walls are built, one of both. */
function cellUnder(board, { clientX, clientY }) {
  const box = board.getBoundingClientRect();
  const size = Number(state().size);
  const inside = (part) => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
  return cellAt(inside((clientY - box.top) / box.height), inside((clientX - box.left) / box.width));
}

document.addEventListener("click", (event) => {
  if (event.target.id === "board") {
    choose(cellUnder(event.target, event), event);
    return;
  }
  const on = event.target.closest("[data-act], [data-opt], [data-kr], [data-part], [data-l], #board .cell");
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act]?.(on);
  else if (on.dataset.opt) takeUp(on, !event.detail);
  else if (on.dataset.kr) {
    carry.sel = Number(on.dataset.kr);
    draw();
  } else if (on.dataset.part) part(on.dataset.part);
  else if (on.dataset.l) pickedLetter(on.dataset.l);
  else choose(on, event);
});
$("#d-letter").addEventListener("close", () => {
  picked = null;
  $('#board [tabindex="0"]').focus({ preventScroll: true });
});
