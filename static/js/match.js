/* The match screen: fingers, pen, mouse and keys, the buttons, and what happens after each batch of new panels. One path for
   all pointers, and for each drag a tap and a key that do the same. On a phone also the board's zoom: the button, two
   fingers, a double tap; dragging an empty square moves what is seen. */
import { $, $$, closeDialog, closeSheet, onPanels, openDialog, say, secondsLeft, sheetIsOpen, showTab, state, takeFocus, text, wind } from './page.js';
import { S, cellAt, draw, endNaming, free, isBlank, isOpen, isUsed, key, lift, nameBlank, place, put, recall, reconcile, reletter, reorder, settle, shift, shuffle, undo, where } from './board.js';
import { aimAt, buyAt, choose, drawMode, leave, mark, offerAlfa, pass, pick, play, raise, recheck, resign, stepBack, swap, useSlot } from './targeting.js';

/* ---- pointers ---- */
const DRAG_AFTER = 6, ABOVE_FINGER = 44, DOUBLE_TAP = 350, EDGE = 28, EDGE_STEP = 9;
/* `drag`: what the first pointer does; `fingers`: where each one is that came down on the board; `before`: the tap
   before this one. */
let drag = null, pinch = null, before = { at: '', when: 0 };
const fingers = new Map();

document.addEventListener('pointerdown', event => {
  const tile = event.target.closest('#rack [data-ri]'), cell = event.target.closest('#board .cell'), touch = event.pointerType === 'touch';
  if (event.button || (!tile && !cell)) return;
  // The first finger on the glass: no other is there, whatever became of it.
  if (touch && event.isPrimary) { fingers.clear(); pinch = null; if (drag) { end(); draw(); } }
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
  const box = tray.getBoundingClientRect(), number = Math.floor((x - box.left) / box.width * tray.children.length);
  return S.order.filter(ri => ri !== drag.ri)[Math.max(0, number)] ?? null;
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
const view = $('#boardview'), zoomButton = $('#zoombtn');
const canZoom = () => zoomButton.offsetParent !== null;
const isZoomed = () => view.classList.contains('is-zoom');
const MOST = 2.4, LEAST = 1.12;

/* Zoom in on a square, or out again; `times` is the size's own (from the style sheet) unless fingers chose another. */
function zoom(on, [row, col], times = '') {
  const size = Number(state().size);
  view.style.setProperty('--zoom', times);
  view.classList.toggle('is-zoom', on);
  zoomButton.setAttribute('aria-pressed', on);
  if (!on) return;
  const wide = $('.boardbox', view).clientWidth;
  view.scrollTo((col + .5) / size * wide - view.clientWidth / 2, (row + .5) / size * wide - view.clientWidth / 2);
}
zoomButton.addEventListener('click', () => {
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

/* ---- buttons ---- */
const toggleCommands = () => import('./command.js').then(({ toggle }) => toggle());
const ACTIONS = {
  play, recall, shuffle, undo, cancel: leave, choose: () => choose(true), decline: () => choose(false),
  swap: () => (S.mode === 'swap' ? swap() : useSlot($('#slots [data-aim=hand]'))),
  pass: button => (button.dataset.concede ? openDialog('concede') : pass()),
  concede: () => { closeDialog('concede'); pass(); },
  commands: () => { closeDialog('menu'); toggleCommands(); },
  resign: button => { if (button.closest('#d-resign')) { closeDialog('resign'); resign(); } else { closeDialog('menu'); openDialog('resign'); } },
};
document.addEventListener('click', event => {
  const on = event.target.closest('[data-act], [data-slot], [data-buy], [data-l], #alfapick [role=radio]');
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act](on);
  else if (on.dataset.slot) useSlot(on);
  else if (on.dataset.buy) buyAt(on);
  else if (on.dataset.l) { nameBlank(on.dataset.l); closeDialog('blank'); }
  else pick(on);
});
$('#d-blank').addEventListener('close', endNaming);

/* ---- keys ---- */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const focusCell = () => cellAt(...S.focus)?.focus({ preventScroll: true });
const size = () => Number(state().size);
/* Alt with a letter gives another sign on some keyboards: the place of the key counts there. */
const plainKey = event => (event.code.startsWith('Key') || event.code.startsWith('Digit') ? event.code.at(-1).toLowerCase() : event.key.toLowerCase());
const letterOf = event => { const letter = event.key.normalize('NFC').toUpperCase(); return /^\p{L}$/u.test(letter) && $(`#letters [data-l="${letter}"]`) ? letter : ''; };

document.addEventListener('keydown', event => {
  const dialog = $('dialog[open]');
  if (dialog) { inDialog(event, dialog); return; }
  if (event.altKey && !event.ctrlKey) { shortcut(event); return; }
  if (event.ctrlKey || event.metaKey) { if (!event.target.closest?.('input')) jump(event); return; }
  if (event.key === 'Escape') { if (sheetIsOpen()) closeSheet(); else stepBack(); return; }
  const group = event.target.closest?.('[role=tablist], #rack');
  if (group && ARROWS[event.key]) { along(group, event); return; }
  if (event.target.closest?.('input, textarea, select, .a-rail, .topbar, .actions, .slots, .readrow')) return;
  // A tile that a mouse has drawn to the board keeps the focus on its empty place: the keys mean the board then.
  const inHand = event.target.closest?.('#rack [data-ri]:not(.is-used)');
  if (inHand && (event.key === 'Enter' || event.key === ' ')) return;
  if (ARROWS[event.key] || event.key === 'Home' || event.key === 'End') { move(event); return; }
  const handled = { ' ': turnArrow, Enter: enter, Backspace: takeBack }[event.key] ?? (letterOf(event) && S.mode === 'play' ? type : null);
  if (handled) { event.preventDefault(); handled(event); }
});

/* Space has turned the arrow: it is not a click on the square as well. */
document.addEventListener('keyup', event => { if (event.key === ' ' && event.target.closest?.('.cell')) event.preventDefault(); });

function inDialog(event, dialog) {
  if (dialog.id === 'd-blank' && letterOf(event)) { nameBlank(letterOf(event)); closeDialog('blank'); }
  if (event.target.matches('#alfapick [role=radio]') && ARROWS[event.key]) { along($('#alfapick'), event); pick(document.activeElement); }
}

/* Arrows inside a group that is one tab stop. */
function along(group, event) {
  event.preventDefault();
  const all = $$('[role=tab], [role=option]:not(.is-used), [role=radio]', group), step = ARROWS[event.key][0] + ARROWS[event.key][1];
  const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
  next?.focus();
  if (next?.dataset.tab) showTab(next.dataset.tab);
}

function move(event) {
  event.preventDefault();
  const [row, col] = S.focus ?? [(size() - 1) / 2, (size() - 1) / 2], [down, right] = ARROWS[event.key] ?? [0, event.key === 'Home' ? -size() : size()];
  const inside = n => Math.min(size() - 1, Math.max(0, n));
  S.focus = S.focus ? [inside(row + down), inside(col + right)] : [row, col];
  if (S.mode === 'play') S.cursor = { r: S.focus[0], c: S.focus[1], down: S.cursor?.down ?? false };
  draw(); focusCell();
}

function jump(event) {
  if (event.key.toLowerCase() === 'z' && !event.shiftKey) { event.preventDefault(); undo(); }
  if (event.key === 'Home' || event.key === 'End') { S.focus = event.key === 'Home' ? [0, 0] : [size() - 1, size() - 1]; event.preventDefault(); draw(); focusCell(); }
}

function shortcut(event) {
  const letter = plainKey(event);
  if (letter === 's') shuffle();
  else if (letter === 'r') say(text('score', $('#score-you').textContent, $('#score-opp').textContent, $('#coins-you').textContent, secondsLeft() === null ? '' : text('leftOnly', secondsLeft())));
  else if (/^[1-9]$/.test(letter)) $$('#slots .slot--full')[Number(letter) - 1]?.click();
  else return;
  event.preventDefault();
}

function turnArrow() {
  if (!S.cursor) { if (S.focus) S.cursor = { r: S.focus[0], c: S.focus[1], down: false }; } else S.cursor.down = !S.cursor.down;
  if (S.cursor) say(text(S.cursor.down ? 'down' : 'across'));
  draw();
}

function enter() {
  if (S.mode === 'aim' && S.focus) aimAt(cellAt(...S.focus), true);
  else if (S.mode === 'swap') swap();
  else if (S.sel !== null && S.focus) put(S.sel, ...S.focus);
  else play();
}

/* The next square in the arrow's direction that holds nothing (or null past the edge). */
function onward({ r, c, down }) {
  do { if (down) r += 1; else c += 1; } while (cellAt(r, c) && $('.tile', cellAt(r, c)));
  return cellAt(r, c) ? { r, c, down } : null;
}

function type(event) {
  const letter = letterOf(event), focused = event.target.closest?.('.cell');
  if (!S.cursor && focused) S.cursor = { r: where(focused)[0], c: where(focused)[1], down: false };
  if (!S.cursor) return;
  const here = S.pending.get(key(S.cursor.r, S.cursor.c));
  if (event.shiftKey && here && isBlank(here.ri)) { S.naming = key(S.cursor.r, S.cursor.c); nameBlank(letter); return; }
  const plain = event.shiftKey ? undefined : free().find(ri => S.hand[ri][0] === letter), ri = plain ?? free().find(isBlank);
  if (ri === undefined) { say(text('noLetter', letter)); return; }
  let at = S.cursor;
  if (!isOpen(cellAt(at.r, at.c), ri)) at = onward(at);
  if (!at || !put(ri, at.r, at.c, isBlank(ri) ? letter : '')) return;
  S.cursor = onward(at) ?? at;
  S.focus = [S.cursor.r, S.cursor.c];
  draw(); focusCell();
}

function takeBack() {
  if (!S.cursor) return;
  let { r, c } = S.cursor;
  const { down } = S.cursor;
  for (;;) {
    if (down) r -= 1; else c -= 1;
    const cell = cellAt(r, c);
    if (!cell || !$('.tile', cell)) return;
    if (lift(r, c) !== null) { S.cursor = { r, c, down }; S.focus = [r, c]; draw(); focusCell(); return; }
  }
}

/* ---- after each batch of panels ---- */
let turn = state().turn;

function refreshed() {
  if (S.busy === 'place' && (state().turn !== turn || state().phase !== 'play')) settle();
  turn = state().turn;
  reconcile(); recheck(); wind(); draw(); takeFocus(); offerAlfa();
  if (state().phase === 'over') setTimeout(() => location.reload(), 1200);
}

try { if (localStorage.getItem('alfapower-commands') === '1') toggleCommands(); } catch { /* a browser that keeps nothing */ }
onPanels(refreshed);
drawMode();
refreshed();
/* Until here nothing would have been heard: the page's controls were drawn as what cannot be used yet. */
$$('[inert]').forEach(waiting => { waiting.inert = false; });
