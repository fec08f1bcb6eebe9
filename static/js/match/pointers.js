/* Fingers, pen and mouse on the board and the rack: one path for all pointers, and for each drag a tap that does the
   same. Dragging an empty square of a zoomed board moves what is seen. */
import { $, $$ } from "./page.js";
import { cellAt, isBlank, isOpen, isUsed, key, local, place, where } from "./board_state.js";
import { game } from "./game.js";
import { draw } from "./draw_board.js";
import { lift, put, reletter, reorder, shift } from "./lay_tiles.js";
import { aimAt, leave, mark, raise } from "./targeting.js";
import { beginPinch, followEdge, isZoomed, scrollBoard, stretch, zoom } from "./zoom.js";

const DRAG_AFTER = 6;
const ABOVE_FINGER = 44;
const DOUBLE_TAP = 350;
/* `drag`: what the first pointer does; `fingers`: where each one is that came down on the board; `before`: the tap
   before this one. */
let drag = null;
let pinch = null;
let before = { at: "", when: 0 };
const fingers = new Map();

document.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest("#rack [data-ri]");
  const cell = event.target.closest("#board .cell");
  const touch = event.pointerType === "touch";
  if (event.button || (!tile && !cell)) return;
  // The first finger on the glass: no other is there, whatever became of it.
  if (touch && event.isPrimary) {
    fingers.clear();
    pinch = null;
    if (drag) {
      end();
      draw();
    }
  }
  if (touch && cell) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) {
    if (drag) {
      end();
      draw();
    }
    pinch = beginPinch(fingers);
    return;
  }
  if (drag) return;
  const at = cell && key(...where(cell));
  const ri = tile ? Number(tile.dataset.ri) : (local.pending.get(at)?.ri ?? game.liftable?.(...where(cell)) ?? null);
  drag = {
    id: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    ri,
    at: ri !== null && cell ? at : "",
    from: tile ?? cell,
    touch,
    ghost: null,
    panned: false,
  };
  // The tile itself moves in the page while it is dragged: the page holds the pointer.
  if (event.pointerType !== "mouse" && (ri !== null || isZoomed()))
    document.documentElement.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pinch) {
    stretch(pinch, fingers);
    return;
  }
  if (!drag || event.pointerId !== drag.id) return;
  if (drag.ri === null || local.mode !== "play") {
    pan(event);
    return;
  }
  if (!drag.ghost && !begin(event)) return;
  const y = event.clientY - (drag.touch ? ABOVE_FINGER : 0);
  const under = document.elementFromPoint(event.clientX, y);
  drag.cell = under?.closest("#board .cell") ?? null;
  const tray =
    under?.closest("#rack") ??
    (drag.touch && document.elementFromPoint(event.clientX, event.clientY)?.closest("#rack"));
  drag.before = tray && !drag.cell ? gapAt(tray, event.clientX) : undefined;
  $$(".is-drop").forEach((cell) => cell.classList.remove("is-drop"));
  const target = isOpen(drag.cell, drag.ri) ? drag.cell : null;
  target?.classList.add("is-drop");
  carry(drag.ghost, target, event.clientX, y);
  openGap();
  followEdge(event.clientX, y);
});

/* The tile that is held follows the pointer; over a square that takes it, it lies as it would if it were let go. */
function carry(ghost, cell, x, y) {
  const box = cell?.getBoundingClientRect();
  ghost.classList.toggle("is-snapped", Boolean(cell));
  ghost.style.left = `${box ? box.x + box.width / 2 : x}px`;
  ghost.style.top = `${box ? box.y + box.height / 2 : y}px`;
  ghost.style.fontSize = box ? `${box.width}px` : "";
}

function begin(event) {
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_AFTER || (!drag.at && isUsed(drag.ri)))
    return false;
  drag.ghost = document.createElement("div");
  drag.ghost.className = "ghost";
  const under = drag.at ? cellAt(...place(drag.at)) : drag.from;
  drag.ghost.append(($(".tile--new", under) ?? $(".tile", under)).cloneNode(true));
  document.body.append(drag.ghost);
  local.carried = { ri: drag.ri, at: drag.at };
  local.sel = null;
  draw();
  return true;
}

/* Before which other tile of the rack one lands at x (null: at the end), and the place kept open for it. */
function gapAt(tray, x) {
  const box = tray.getBoundingClientRect();
  const number = Math.floor(((x - box.left) / box.width) * tray.children.length);
  return local.order.filter((ri) => ri !== drag.ri)[Math.max(0, number)] ?? null;
}
function openGap() {
  const others = local.order.filter((ri) => ri !== drag.ri);
  const at =
    drag.before === undefined
      ? local.order.indexOf(drag.ri)
      : drag.before === null
        ? others.length
        : others.indexOf(drag.before);
  [...others.slice(0, at), drag.ri, ...others.slice(at)].forEach((ri, i) => {
    const tile = $(`#rack [data-ri="${ri}"]`); // a tile of the board has none there
    if (tile) tile.style.order = i - local.order.length;
  });
}

document.addEventListener("pointerup", (event) => {
  fingers.delete(event.pointerId);
  if (pinch) {
    if (!fingers.size) pinch = null;
    return;
  }
  if (!drag || event.pointerId !== drag.id) return;
  const done = end();
  if (!done.ghost) {
    if (!done.panned) tap(done.from, event.pointerType);
    return;
  }
  if (done.ri < 0) game.letGo(done.ri, done.cell && where(done.cell), done.before !== undefined);
  else if (done.cell) {
    if (done.at) shift(done.at, ...where(done.cell));
    else put(done.ri, ...where(done.cell));
  } else if (done.at) lift(...place(done.at));
  if (done.before !== undefined && done.before !== done.ri && local.order.includes(done.ri))
    reorder(done.ri, done.before);
  draw();
});
/* The system took the pointer (a call, a gesture of its own): everything is as it was. */
document.addEventListener("pointercancel", (event) => {
  fingers.delete(event.pointerId);
  if (!fingers.size) pinch = null;
  if (drag?.id === event.pointerId) {
    end();
    draw();
  }
});

function end() {
  const done = drag;
  drag = null;
  local.carried = null;
  done.ghost?.remove();
  $$(".is-drop").forEach((cell) => cell.classList.remove("is-drop"));
  $$("#rack [data-ri]").forEach((tile) => {
    tile.style.order = "";
  });
  return done;
}

/* A click without a pointer comes from a key or an assistive tool. */
document.addEventListener("click", (event) => {
  const on = event.detail === 0 && event.target.closest("#rack [data-ri], #board .cell");
  if (on) tap(on, "mouse");
});

function tap(on, by) {
  if (!on.classList.contains("cell")) {
    tapTile(Number(on.dataset.ri));
    return;
  }
  const [row, col] = where(on);
  const at = key(row, col);
  const now = performance.now();
  const again = before.at === at && now - before.when < DOUBLE_TAP ? before : null;
  before = { at, when: again ? 0 : now, laid: local.pending.get(at), cursor: local.cursor };
  local.focus = [row, col];
  if (local.mode === "aim") {
    aimAt(cellAt(row, col), by === "mouse");
    return;
  }
  if (local.mode === "swap" || game.tap?.(row, col)) return;
  if (local.pending.has(at)) {
    raise(lift(row, col));
    return;
  }
  if (again?.laid && local.sel === again.laid.ri) {
    twice(again.laid, row, col);
    return;
  }
  if (local.sel !== null) {
    put(local.sel, row, col);
    draw();
    return;
  }
  if (again && by === "touch") {
    local.cursor = again.cursor;
    zoom(!isZoomed(), [row, col]);
    draw();
    return;
  }
  if (isOpen(on))
    local.cursor =
      !local.cursor || local.cursor.r !== row || local.cursor.c !== col
        ? { r: row, c: col, down: false }
        : local.cursor.down
          ? null
          : { r: row, c: col, down: true };
  draw();
}

/* The second tap of two on a pending tile: a blank gets another letter, any other tile goes back. */
function twice(laid, row, col) {
  raise(laid.ri);
  if (!isBlank(laid.ri)) return;
  put(laid.ri, row, col, laid.letter);
  reletter(key(row, col));
}

function tapTile(ri) {
  if (local.mode === "swap") mark(ri);
  else if (game.tapRack?.(ri)) draw();
  else if (!isUsed(ri)) {
    if (local.mode === "aim") leave();
    raise(ri);
  }
}

function pan(event) {
  if (!isZoomed()) return;
  if (!drag.panned && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_AFTER) return;
  scrollBoard(drag.x - event.clientX, drag.y - event.clientY);
  Object.assign(drag, { x: event.clientX, y: event.clientY, panned: true });
}
