/* Fingers, pen and mouse on tiles and squares: one path for all, and for each drag a tap that does the same. On a phone
   also the board's zoom: the button, two fingers, a double tap; dragging an empty square moves what is seen. */
import { $, $$, state } from './page.js';
import { S, cellAt, draw, isBlank, isOpen, isUsed, key, lift, place, put, reletter, reorder, shift, where } from './board.js';
import { aimAt, leave, mark, raise } from './targeting.js';

const DRAG_AFTER = 6, ABOVE_FINGER = 44, DOUBLE_TAP = 350, EDGE = 28, EDGE_STEP = 9;
/* `drag`: what the first pointer does; `fingers`: where each one is that came down on the board; `before`: the tap
   before this one. */
let drag = null, pinch = null, before = { at: '', when: 0 };
const fingers = new Map();

document.addEventListener('pointerdown', event => {
  const tile = event.target.closest('#rack [data-ri]'), cell = event.target.closest('#board .cell'), touch = event.pointerType === 'touch';
  if (event.button || (!tile && !cell)) return;
  if (touch && cell) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 2) { beginPinch(); return; }
  if (drag) return;
  const at = cell && key(...where(cell)), ri = tile ? Number(tile.dataset.ri) : S.pending.get(at)?.ri ?? null;
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, ri, at: ri !== null && cell ? at : '', from: tile ?? cell, touch, ghost: null, panned: false };
  // The tile itself moves in the page while it is dragged: the page holds the pointer.
  if (event.pointerType !== 'mouse' && (ri !== null || isZoomed())) document.documentElement.setPointerCapture(event.pointerId);
});

document.addEventListener('pointermove', event => {
  if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pinch) { stretch(); return; }
  if (!drag || event.pointerId !== drag.id) return;
  if (drag.ri === null || S.mode !== 'play') { pan(event); return; }
  if (!drag.ghost && !begin(event)) return;
  const y = event.clientY - (drag.touch ? ABOVE_FINGER : 0), under = document.elementFromPoint(event.clientX, y);
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${y}px`;
  drag.cell = under?.closest('#board .cell') ?? null;
  const tray = under?.closest('#rack') ?? (drag.touch && document.elementFromPoint(event.clientX, event.clientY)?.closest('#rack'));
  drag.before = tray && !drag.cell ? gapAt(tray, event.clientX) : undefined;
  $$('.is-drop').forEach(cell => cell.classList.remove('is-drop'));
  if (isOpen(drag.cell, drag.ri)) drag.cell.classList.add('is-drop');
  openGap();
  followEdge(event.clientX, y);
});

function begin(event) {
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_AFTER || (!drag.at && isUsed(drag.ri))) return false;
  drag.ghost = document.createElement('div');
  drag.ghost.className = 'ghost';
  drag.ghost.append($('.tile--new, .tile', drag.at ? cellAt(...place(drag.at)) : drag.from).cloneNode(true));
  document.body.append(drag.ghost);
  S.carried = { ri: drag.ri, at: drag.at };
  S.sel = null;
  draw();
  return true;
}

/* Before which other tile of the rack one lands at x (null: at the end), and the place kept open for it. */
function gapAt(tray, x) {
  const box = tray.getBoundingClientRect(), place = Math.floor((x - box.left) / box.width * tray.children.length);
  return S.order.filter(ri => ri !== drag.ri)[Math.max(0, place)] ?? null;
}
function openGap() {
  const others = S.order.filter(ri => ri !== drag.ri), at = drag.before === undefined ? S.order.indexOf(drag.ri) : drag.before === null ? others.length : others.indexOf(drag.before);
  [...others.slice(0, at), drag.ri, ...others.slice(at)].forEach((ri, i) => { $(`#rack [data-ri="${ri}"]`).style.order = i - S.order.length; });
}

document.addEventListener('pointerup', event => {
  fingers.delete(event.pointerId);
  if (pinch) { if (!fingers.size) pinch = null; return; }
  if (!drag || event.pointerId !== drag.id) return;
  const done = end();
  if (!done.ghost) { if (!done.panned) tap(done.from, event.pointerType); return; }
  if (done.cell) {
    if (done.at) shift(done.at, ...where(done.cell)); else put(done.ri, ...where(done.cell));
  } else if (done.at) lift(...place(done.at));
  if (done.before !== undefined && done.before !== done.ri) reorder(done.ri, done.before);
  draw();
});
/* The system took the pointer (a call, a gesture of its own): everything is as it was. */
document.addEventListener('pointercancel', event => {
  fingers.delete(event.pointerId);
  if (!fingers.size) pinch = null;
  if (drag?.id === event.pointerId) { end(); draw(); }
});

function end() {
  const done = drag;
  drag = null; S.carried = null;
  done.ghost?.remove();
  $$('.is-drop').forEach(cell => cell.classList.remove('is-drop'));
  $$('#rack [data-ri]').forEach(tile => { tile.style.order = ''; });
  return done;
}

/* ---- taps ---- */
/* A click without a pointer comes from a key or an assistive tool. */
document.addEventListener('click', event => {
  const on = event.detail === 0 && event.target.closest('#rack [data-ri], #board .cell');
  if (on) tap(on, 'mouse');
});

function tap(on, by) {
  if (!on.classList.contains('cell')) { tapTile(Number(on.dataset.ri)); return; }
  const [row, col] = where(on), at = key(row, col), now = performance.now(), again = before.at === at && now - before.when < DOUBLE_TAP ? before : null;
  before = { at, when: again ? 0 : now, laid: S.pending.get(at), cursor: S.cursor };
  S.focus = [row, col];
  if (S.mode === 'aim') { aimAt(cellAt(row, col), by === 'mouse'); return; }
  if (S.mode === 'swap') return;
  if (S.pending.has(at)) { raise(lift(row, col)); return; }
  if (again?.laid && S.sel === again.laid.ri) { twice(again.laid, row, col); return; }
  if (S.sel !== null) { put(S.sel, row, col); draw(); return; }
  if (again && by === 'touch' && canZoom()) { S.cursor = again.cursor; zoom(!isZoomed(), [row, col]); draw(); return; }
  if (isOpen(on)) S.cursor = !S.cursor || S.cursor.r !== row || S.cursor.c !== col ? { r: row, c: col, down: false } : S.cursor.down ? null : { r: row, c: col, down: true };
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
  if (S.mode === 'swap') mark(ri);
  else if (!isUsed(ri)) { if (S.mode === 'aim') leave(); raise(ri); }
}

/* ---- zoom ---- */
const view = $('#boardview'), button = $('#zoombtn');
const canZoom = () => button.offsetParent !== null;
const isZoomed = () => view.classList.contains('is-zoom');
const MOST = 2.4, LEAST = 1.12;

/* Zoom in on a square, or out again; `times` is the size's own (from the style sheet) unless fingers chose another. */
function zoom(on, [row, col], times = '') {
  const size = Number(state().size);
  view.style.setProperty('--zoom', times);
  view.classList.toggle('is-zoom', on);
  button.setAttribute('aria-pressed', on);
  if (!on) return;
  const wide = $('.boardbox', view).clientWidth;
  view.scrollTo((col + .5) / size * wide - view.clientWidth / 2, (row + .5) / size * wide - view.clientWidth / 2);
}
button.addEventListener('click', () => {
  const middle = (Number(state().size) - 1) / 2;
  zoom(!isZoomed(), [...S.pending.keys()].map(place).at(-1) ?? S.focus ?? [middle, middle]);
});

function pan(event) {
  if (!isZoomed() || event.pointerType === 'mouse') return;
  if (!drag.panned && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_AFTER) return;
  view.scrollBy(drag.x - event.clientX, drag.y - event.clientY);
  Object.assign(drag, { x: event.clientX, y: event.clientY, panned: true });
}

/* A tile held near the edge of a zoomed board brings on what lies beyond. */
function followEdge(x, y) {
  const box = view.getBoundingClientRect();
  if (!isZoomed() || y < box.top || y > box.bottom) return;
  const step = (at, low, high) => (at < low + EDGE ? -EDGE_STEP : at > high - EDGE ? EDGE_STEP : 0);
  view.scrollBy(step(x, box.left, box.right), step(y, box.top, box.bottom));
}

const spread = () => { const [a, b] = [...fingers.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };

function beginPinch() {
  if (drag) { end(); draw(); }
  if (!canZoom()) return;
  const box = view.getBoundingClientRect(), inner = $('.boardbox', view).getBoundingClientRect(), [a, b] = [...fingers.values()];
  const x = (a[0] + b[0]) / 2, y = (a[1] + b[1]) / 2;
  pinch = { wide: spread(), times: inner.width / box.width, x: x - box.left, y: y - box.top, row: (y - inner.top) / inner.height, col: (x - inner.left) / inner.width };
}
function stretch() {
  if (fingers.size < 2) return;
  const times = Math.min(MOST, pinch.times * spread() / pinch.wide), on = times > LEAST;
  zoom(on, [0, 0], on ? times : '');
  if (!on) return;
  const wide = $('.boardbox', view).clientWidth;
  view.scrollTo(pinch.col * wide - pinch.x, pinch.row * wide - pinch.y);
}
