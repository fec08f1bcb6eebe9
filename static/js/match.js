/* The match screen: its buttons and keys, and what happens after each batch of new panels. */
import { $, $$, closeDialog, closeSheet, openDialog, say, sheetIsOpen, showTab, state, text } from './page.js';
import { onPanels } from './net.js';
import { S, cellAt, draw, endNaming, free, isBlank, isOpen, key, lift, nameBlank, put, recall, reconcile, settle, shuffle, undo, where } from './board.js';
import { aimAt, buy, choose, drawMode, leave, offerAlfa, pass, pick, play, recheck, resign, stepBack, swap, useSlot } from './targeting.js';
import './hands.js';
import { secondsLeft, wind } from './clock.js';
import './news.js';

/* ---- buttons ---- */
const ACTIONS = {
  play, recall, shuffle, undo, cancel: leave, choose: () => choose(true), decline: () => choose(false),
  swap: () => (S.mode === 'swap' ? swap() : useSlot($('#slots [data-aim=hand]'))),
  pass: button => (button.dataset.concede ? openDialog('concede') : pass()),
  concede: () => { closeDialog('concede'); pass(); },
  resign: button => { if (button.closest('#d-resign')) { closeDialog('resign'); resign(); } else { closeDialog('menu'); openDialog('resign'); } },
};
document.addEventListener('click', event => {
  const on = event.target.closest('[data-act], [data-slot], [data-buy], [data-l], #alfapick [role=radio]');
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act](on);
  else if (on.dataset.slot) useSlot(on);
  else if (on.dataset.buy) { on.disabled = true; buy(on.dataset.buy).then(answer => { if (!answer.ok) on.disabled = false; }); }
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
  const inRack = Boolean(event.target.closest?.('#rack'));
  if (inRack && (event.key === 'Enter' || event.key === ' ')) return;
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
  reconcile(); recheck(); wind(); draw(); offerAlfa();
  if (state().phase === 'over') setTimeout(() => location.reload(), 1200);
}

onPanels(refreshed);
drawMode();
refreshed();
