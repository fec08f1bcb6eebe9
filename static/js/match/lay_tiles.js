/* Laying and lifting: every change that the player makes to the tentative tiles and to the order of the hand. */
import { say, text } from "./page.js";
import { game } from "./game.js";
import { openDialog } from "./dialogs.js";
import { sound } from "./sound.js";
import {
  arrange,
  cellAt,
  coord,
  isBlank,
  isOpen,
  isUntouched,
  isUsed,
  key,
  local,
  place,
  remember,
  shown,
  stillOpen,
  unnamed,
} from "./board_state.js";
import { draw, drawReadout } from "./draw_board.js";
import { changed } from "./draft.js";

export function put(ri, row, col, letter = "") {
  if (ri < 0) return game.carry(ri, row, col);
  if (isUsed(ri) || !isOpen(cellAt(row, col), ri)) return false;
  if (game.put?.(ri, row, col)) return true;
  remember();
  local.pending.set(key(row, col), { ri, letter });
  local.sel = null;
  sound("tap");
  changed();
  if (isBlank(ri) && !letter) openDialog("blank");
  else say(text("placed", shown({ ri, letter }), coord([row, col])));
  return true;
}

export function lift(row, col) {
  const laid = local.pending.get(key(row, col));
  if (!laid) return null;
  remember();
  local.pending.delete(key(row, col));
  sound("lift");
  changed();
  return laid.ri;
}

/* Move a pending tile to another square; a blank keeps its letter. */
export function shift(from, row, col) {
  const laid = local.pending.get(from);
  const to = cellAt(row, col);
  if (!laid || from === key(row, col) || !isOpen(to, laid.ri)) return;
  remember();
  local.pending.delete(from);
  local.pending.set(key(row, col), laid);
  sound("tap");
  say(text("placed", shown(laid), coord([row, col])));
  changed();
}

export function nameBlank(letter) {
  const at = local.naming ?? unnamed()?.[0];
  const laid = local.pending.get(at);
  local.naming = null;
  if (!laid) return;
  laid.letter = letter;
  say(text("placed", letter, coord(place(at))));
  changed();
}
export function reletter(at) {
  local.naming = at;
  openDialog("blank");
}
/* The picker was closed: a blank without a letter goes back. */
export function endNaming() {
  local.naming = null;
  const found = unnamed();
  if (!found) return;
  local.pending.delete(found[0]);
  local.past.pop();
  changed();
}

export function recall() {
  const had = !isUntouched();
  if (had) {
    remember();
    say(text("recalled"));
    sound("lift");
  }
  arrange();
  local.sel = null;
  local.cursor = null;
  changed();
  if (had) {
    local.note = text("recalled");
    drawReadout();
  }
}

/* Back to the arrangement before the last change. */
export function undo() {
  const earlier = local.mode === "play" && local.past.pop();
  if (!earlier) return;
  arrange(earlier);
  local.pending = new Map([...local.pending].filter(([at, laid]) => stillOpen(at, laid)));
  local.sel = null;
  changed();
}

export function shuffle() {
  for (let i = local.order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [local.order[i], local.order[j]] = [local.order[j], local.order[i]];
  }
  draw();
}

/* Move a tile of the rack to where another one stands, or to the end. */
export function reorder(ri, before) {
  const without = local.order.filter((other) => other !== ri);
  const at = before === null ? without.length : without.indexOf(before);
  local.order = [...without.slice(0, at), ri, ...without.slice(at)];
  draw();
}
