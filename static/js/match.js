/* The match screen: fingers, mouse and keys, and what happens after each batch of new panels. One path for every pointer;
   every drag has a tap and a key that do the same. */
import { $, $$, closeDialog, closeSheet, openDialog, say, sheetIsOpen, showTab, state, text, zoom } from './page.js';
import './news.js';
import { onPanels } from './net.js';
import { S, cellAt, coord, draw, dropUnnamed, free, isBlank, isOpen, isUsed, key, lift, nameBlank, place, put, recall, reconcile, reorder, settle, shuffle, where } from './board.js';
import { aimAt, buy, choose, drawMode, leave, mark, offerAlfa, pass, pick, play, raise, recheck, resign, stepBack, swap, useSlot } from './targeting.js';
import { secondsLeft, wind } from './clock.js';

/* ---- pointers ---- */
const DRAG_AFTER = 6, ABOVE_FINGER = 44, DOUBLE_TAP = 350;
let drag = null, lifted = { at: '', when: 0 };

document.addEventListener('pointerdown', event => {
  const tile = event.target.closest('#rack [data-ri]'), cell = event.target.closest('#board .cell');
  if (drag || event.button || (!tile && !cell)) return;
  const ri = tile ? Number(tile.dataset.ri) : S.pending.get(key(...where(cell)))?.ri ?? null;
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, ri, from: tile ?? cell, touch: event.pointerType === 'touch', ghost: null };
  if (ri !== null && event.pointerType !== 'mouse') drag.from.setPointerCapture(event.pointerId);
});

document.addEventListener('pointermove', event => {
  if (!drag || event.pointerId !== drag.id || drag.ri === null || S.mode !== 'play') return;
  if (!drag.ghost && !begin(event)) return;
  const y = event.clientY - (drag.touch ? ABOVE_FINGER : 0), under = document.elementFromPoint(event.clientX, y);
  drag.ghost.style.left = `${event.clientX}px`;
  drag.ghost.style.top = `${y}px`;
  drag.cell = under?.closest('#board .cell') ?? null;
  drag.rack = under?.closest('#rack') ? under.closest('[data-ri]') : undefined;
  $$('.is-drop').forEach(cell => cell.classList.remove('is-drop'));
  if (isOpen(drag.cell, drag.ri)) drag.cell.classList.add('is-drop');
});

function begin(event) {
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_AFTER) return false;
  const laid = drag.from.classList.contains('cell');
  if (!laid && isUsed(drag.ri)) return false;
  drag.letter = laid ? S.pending.get(key(...where(drag.from)))?.letter : '';
  drag.ghost = document.createElement('div');
  drag.ghost.className = 'ghost';
  drag.ghost.append($('.tile--new, .tile', laid ? drag.from : $(`#rack [data-ri="${drag.ri}"]`)).cloneNode(true));
  document.body.append(drag.ghost);
  if (laid) lift(...where(drag.from));
  S.sel = null;
  draw();
  $(`#rack [data-ri="${drag.ri}"]`).classList.add('is-used');
  return true;
}

document.addEventListener('pointerup', event => {
  if (!drag || event.pointerId !== drag.id) return;
  const done = end();
  if (!done.ghost) { tap(done.from, event.pointerType === 'mouse'); return; }
  if (done.cell && put(done.ri, ...where(done.cell), done.letter)) return;
  if (done.rack !== undefined) { const before = done.rack && Number(done.rack.dataset.ri); if (before !== done.ri) reorder(done.ri, before); }
  draw();
});
document.addEventListener('pointercancel', () => { if (drag) { end(); draw(); } });
/* A click without a pointer comes from a key or an assistive tool. */
document.addEventListener('click', event => {
  const on = event.detail === 0 && event.target.closest('#rack [data-ri], #board .cell');
  if (on) tap(on, true);
});

function end() {
  const done = drag;
  drag = null;
  done.ghost?.remove();
  $$('.is-drop').forEach(cell => cell.classList.remove('is-drop'));
  return done;
}

function tap(on, atOnce) {
  if (!on.classList.contains('cell')) { tapTile(Number(on.dataset.ri)); return; }
  const [row, col] = where(on), at = key(row, col), now = performance.now();
  S.focus = [row, col];
  if (S.mode === 'aim') { aimAt(cellAt(row, col), atOnce); return; }
  if (S.mode === 'swap') return;
  if (S.pending.has(at)) { const ri = lift(row, col); lifted = { at, when: now }; raise(ri); return; }
  if (lifted.at === at && now - lifted.when < DOUBLE_TAP && S.sel !== null) { raise(S.sel); return; }
  if (S.sel !== null) { put(S.sel, row, col); draw(); return; }
  if (isOpen(on)) S.cursor = !S.cursor || S.cursor.r !== row || S.cursor.c !== col ? { r: row, c: col, down: false } : S.cursor.down ? null : { r: row, c: col, down: true };
  draw();
}
function tapTile(ri) {
  if (S.mode === 'swap') mark(ri);
  else if (!isUsed(ri)) { if (S.mode === 'aim') leave(); raise(ri); }
}

/* ---- buttons ---- */
const ACTIONS = {
  play, recall, shuffle, cancel: leave, choose: () => choose(true), decline: () => choose(false),
  swap: () => (S.mode === 'swap' ? swap() : useSlot($('#slots [data-aim=hand]'))),
  pass: button => (button.dataset.concede ? openDialog('concede') : pass()),
  concede: () => { closeDialog('concede'); pass(); },
  resign: button => { if (button.closest('#d-resign')) { closeDialog('resign'); resign(); } else { closeDialog('menu'); openDialog('resign'); } },
};
document.addEventListener('click', event => {
  const on = event.target.closest('[data-act], [data-slot], [data-buy], [data-l], #alfapick [role=radio], #zoombtn');
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act](on);
  else if (on.dataset.slot) useSlot(on);
  else if (on.dataset.buy) { on.disabled = true; buy(on.dataset.buy).then(answer => { if (!answer.ok) on.disabled = false; }); }
  else if (on.dataset.l) { nameBlank(on.dataset.l); closeDialog('blank'); }
  else if (on.id === 'zoombtn') zoom(on.getAttribute('aria-pressed') !== 'true', [...S.pending.keys()].map(place).at(-1) ?? S.focus ?? [7, 7]);
  else pick(on);
});
$('#d-blank').addEventListener('close', dropUnnamed);

/* ---- keys ---- */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const focusCell = () => cellAt(...S.focus)?.focus({ preventScroll: true });
const size = () => Number(state().size);
const letterOf = event => { const letter = event.key.normalize('NFC').toUpperCase(); return letter.length === 1 && $(`#letters [data-l="${letter}"]`) ? letter : ''; };

document.addEventListener('keydown', event => {
  const dialog = $('dialog[open]');
  if (dialog) { inDialog(event, dialog); return; }
  if (event.altKey) { shortcut(event); return; }
  if (event.ctrlKey || event.metaKey) { jump(event); return; }
  if (event.key === 'Escape') { if (sheetIsOpen()) closeSheet(); else stepBack(); return; }
  const group = event.target.closest?.('[role=tablist], #rack');
  if (group && ARROWS[event.key]) { along(group, event); return; }
  if (event.target.closest?.('input, textarea, select, .a-rail, .topbar, .actions, .slots, .readrow')) return;
  const inRack = Boolean(event.target.closest?.('#rack'));
  if (inRack && (event.key === 'Enter' || event.key === ' ')) return;
  if (ARROWS[event.key] || event.key === 'Home' || event.key === 'End') { move(event); return; }
  const handled = { ' ': turnArrow, Enter: enter, Backspace: takeBack }[event.key] ?? (letterOf(event) && S.mode === 'play' ? type : null);
  if (handled) { event.preventDefault(); handled(event); }
});

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
  if (event.key === 'z' && S.pending.size) { event.preventDefault(); lift(...place([...S.pending.keys()].at(-1))); }
  if (event.key === 'Home' || event.key === 'End') { S.focus = event.key === 'Home' ? [0, 0] : [size() - 1, size() - 1]; event.preventDefault(); draw(); focusCell(); }
}

function shortcut(event) {
  const letter = event.key.toLowerCase();
  if (letter === 's') shuffle();
  else if (letter === 'r') say(text('score', $('#score-you').textContent, $('#score-opp').textContent, $('#coins-you').textContent, secondsLeft() === null ? '' : text('leftOnly', secondsLeft())));
  else if (/^[1-9]$/.test(event.key)) $$('#slots .slot--full')[Number(event.key) - 1]?.click();
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
  const letter = letterOf(event), plain = event.shiftKey ? undefined : free().find(ri => S.hand[ri][0] === letter);
  const ri = plain ?? free().find(isBlank);
  if (!S.cursor) return;
  if (ri === undefined) { say(text('noLetter', letter)); return; }
  let at = S.cursor;
  if (!isOpen(cellAt(at.r, at.c), ri)) at = onward(at);
  if (!at || !put(ri, at.r, at.c, isBlank(ri) ? letter : '')) return;
  S.cursor = onward(at) ?? at;
  S.focus = [S.cursor.r, S.cursor.c];
  say(text('placed', letter, coord([at.r, at.c])));
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
  reconcile(); recheck(); wind(); draw(); offerAlfa();
  if (state().phase === 'over') setTimeout(() => location.reload(), 1200);
}

onPanels(refreshed);
drawMode();
refreshed();
