/* The match by keys: arrows and typing on the board, shortcuts, and arrows within groups that are one tab stop. */
import { $, $$, say, state, text } from "./page.js";
import { game } from "./game.js";
import { closeDialog, closeSheet, sheetIsOpen, showTab } from "./dialogs.js";
import { standing } from "./clock.js";
import { cellAt, free, isBlank, isOpen, key, local, where } from "./board_state.js";
import { draw } from "./draw_board.js";
import { lift, nameBlank, put, shuffle, undo } from "./lay_tiles.js";
import { aimAt, pick, play, stepBack, swap } from "./targeting.js";
import { isZoomed } from "./zoom.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const focusCell = () => cellAt(...local.focus)?.focus({ preventScroll: !isZoomed() });
const size = () => Number(state().size);
/* Alt with a letter gives another sign on some keyboards: the place of the key counts there. */
const plainKey = (event) =>
  event.code.startsWith("Key") || event.code.startsWith("Digit")
    ? event.code.at(-1).toLowerCase()
    : event.key.toLowerCase();
const letterOf = (event) => {
  const letter = event.key.normalize("NFC").toUpperCase();
  return /^\p{L}$/u.test(letter) && $(`#letters [data-l="${letter}"]`) ? letter : "";
};

document.addEventListener("keydown", (event) => {
  const dialog = $("dialog[open]");
  if (dialog) {
    inDialog(event, dialog);
    return;
  }
  if (event.altKey && !event.ctrlKey) {
    shortcut(event);
    return;
  }
  if (event.ctrlKey || event.metaKey) {
    if (!event.target.closest?.("input")) jump(event);
    return;
  }
  if (event.key === "Escape") {
    if (sheetIsOpen()) closeSheet();
    else stepBack();
    return;
  }
  const group = event.target.closest?.("[role=tablist], #rack, #alfapick");
  if (group && ARROWS[event.key]) {
    along(group, event);
    if (group.id === "alfapick") pick(document.activeElement);
    return;
  }
  if (event.target.closest?.("input, textarea, select, .a-rail, .topbar, .actions, .slots, .readrow")) return;
  // Enter and Space press what has the focus. A tile that a mouse has drawn to the board keeps it on its empty place:
  // the keys mean the board then.
  const pressed = event.target.closest?.("a, button:not(.cell), summary, [data-ri]");
  if (pressed && !pressed.matches(".is-used") && (event.key === "Enter" || event.key === " ")) return;
  if (ARROWS[event.key] || event.key === "Home" || event.key === "End") {
    move(event);
    return;
  }
  if (local.mode === "play" && game.key?.(event)) {
    event.preventDefault();
    return;
  }
  const handled =
    { " ": turnArrow, Enter: enter, Backspace: takeBack }[event.key] ??
    (letterOf(event) && local.mode === "play" ? type : null);
  if (handled) {
    event.preventDefault();
    handled(event);
  }
});

$(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  $('.cell[tabindex="0"]').focus();
});

/* Space has turned the arrow: it is not a click on the square as well. */
document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target.closest?.(".cell")) event.preventDefault();
});

function inDialog(event, dialog) {
  if (dialog.id === "d-blank" && letterOf(event)) {
    nameBlank(letterOf(event));
    closeDialog("blank");
  }
}

/* Arrows inside a group that is one tab stop. */
function along(group, event) {
  event.preventDefault();
  const all = $$("[role=tab], [role=option]:not(.is-used), [role=radio]", group);
  const step = ARROWS[event.key][0] + ARROWS[event.key][1];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  next?.focus();
  if (next?.dataset.tab) showTab(next.dataset.tab);
}

function move(event) {
  event.preventDefault();
  const [row, col] = local.focus ?? [(size() - 1) / 2, (size() - 1) / 2];
  const [down, right] = ARROWS[event.key] ?? [0, event.key === "Home" ? -size() : size()];
  const inside = (n) => Math.min(size() - 1, Math.max(0, n));
  local.focus = local.focus ? [inside(row + down), inside(col + right)] : [row, col];
  if (local.mode === "play") local.cursor = { r: local.focus[0], c: local.focus[1], down: local.cursor?.down ?? false };
  draw();
  focusCell();
}

function jump(event) {
  if (event.key.toLowerCase() === "z" && !event.shiftKey) {
    event.preventDefault();
    undo();
  }
  if (event.key === "Home" || event.key === "End") {
    local.focus = event.key === "Home" ? [0, 0] : [size() - 1, size() - 1];
    event.preventDefault();
    draw();
    focusCell();
  }
}

function shortcut(event) {
  const letter = plainKey(event);
  if (letter === "s") shuffle();
  else if (letter === "r") say(standing());
  else if (/^[1-9]$/.test(letter)) $$("#slots .slot--full")[Number(letter) - 1]?.click();
  else return;
  event.preventDefault();
}

function turnArrow() {
  if (!local.cursor) {
    if (local.focus) local.cursor = { r: local.focus[0], c: local.focus[1], down: false };
  } else local.cursor.down = !local.cursor.down;
  if (local.cursor) say(text(local.cursor.down ? "down" : "across"));
  draw();
}

function enter() {
  if (local.mode === "aim" && local.focus) aimAt(cellAt(...local.focus), true);
  else if (local.mode === "swap") swap();
  else if (local.sel !== null && local.focus) put(local.sel, ...local.focus);
  else play();
}

/* The next square in the arrow's direction that holds nothing (or null past the edge). */
export function onward({ r, c, down }) {
  do {
    const way = game.turnAt?.(r, c);
    if (way) down = way === "down";
    if (down) r += 1;
    else c += 1;
  } while (cellAt(r, c) && $(".tile", cellAt(r, c)));
  return cellAt(r, c) ? { r, c, down } : null;
}

function type(event) {
  const letter = letterOf(event);
  const focused = event.target.closest?.(".cell");
  if (!local.cursor && focused) local.cursor = { r: where(focused)[0], c: where(focused)[1], down: false };
  if (!local.cursor) return;
  const here = local.pending.get(key(local.cursor.r, local.cursor.c));
  if (event.shiftKey && here && isBlank(here.ri)) {
    local.naming = key(local.cursor.r, local.cursor.c);
    nameBlank(letter);
    return;
  }
  const plain = event.shiftKey ? undefined : free().find((ri) => local.hand[ri][0] === letter);
  const ri = plain ?? free().find(isBlank);
  if (ri === undefined) {
    say(text("noLetter", letter));
    return;
  }
  let at = local.cursor;
  if (!isOpen(cellAt(at.r, at.c), ri)) at = onward(at);
  if (!at || !put(ri, at.r, at.c, isBlank(ri) ? letter : "")) return;
  local.cursor = onward(at) ?? at;
  local.focus = [local.cursor.r, local.cursor.c];
  draw();
  focusCell();
}

function takeBack() {
  if (!local.cursor) return;
  let { r, c } = local.cursor;
  const { down } = local.cursor;
  for (;;) {
    if (down) r -= 1;
    else c -= 1;
    const cell = cellAt(r, c);
    if (!cell || !$(".tile", cell)) return;
    if (lift(r, c) !== null) {
      local.cursor = { r, c, down };
      local.focus = [r, c];
      draw();
      focusCell();
      return;
    }
  }
}
