/* Powers and decisions: aiming at a square, choosing tiles to swap, buying, the Alfa choice, passing, conceding, playing.
   Which squares are lawful stands on the slot, put there by the server. Nothing is used up before the server agrees. */
import { $, $$, act, closeDialog, openDialog, redraw, say, shout, shownUpTo, sound, state, text } from './page.js';
import { S, cellAt, draw, key, place, playable, recall, settle, tiles, where } from './board.js';

/* One action at a time but for purchases; a refusal is said in the readout. */
export async function send(action) {
  if (S.busy && action.do !== 'buy') return null;
  if (action.do !== 'buy') S.busy = action.do;
  draw();
  const answer = await act(action);
  if (action.do !== 'buy' && answer.ok) await shownUpTo(answer.version);
  if (action.do !== 'buy') S.busy = false;
  if (!answer.ok) refused(answer);
  draw();
  return answer;
}

function refused({ code, message, rejected, html }) {
  S.note = message; S.told = html ? { note: message, html } : null;
  S.bad = code === 'invalid_words' && Boolean(rejected);
  if (S.bad) sound('reject');
  shout(message);
}

export async function play() {
  if (playable()) await playTiles();
}

export async function playTiles() {
  S.note = '';
  const laid = [...S.pending.keys()].join(' '), answer = await send({ do: 'place', tiles: tiles() });
  if (answer?.ok && laid === [...S.pending.keys()].join(' ')) { settle(); draw(); }
  return answer;
}

export const pass = () => send({ do: 'pass' }).then(answer => { if (answer?.ok) recall(); return answer; });
export const resign = () => send({ do: 'resign' });
export const buy = item => send({ do: 'buy', item });

/* A purchase by its button, which keeps the focus while it waits for the answer. */
export async function buyAt(button) {
  if (button.ariaDisabled) return;
  button.ariaDisabled = 'true';
  button.classList.add('is-busy');
  const title = $('h3', button.closest('.item')).textContent, answer = await buy(button.dataset.buy);
  if (answer.ok) { say(text('bought', title)); return; }
  button.ariaDisabled = null;
  button.classList.remove('is-busy');
}

/* ---- aiming ---- */
const slotOf = item => $(`#slots [data-slot="${item}"]`);
const lawful = slot => new Set(slot.dataset.targets.split(' ').filter(Boolean));

export function useSlot(slot) {
  const { slot: item, aim, title } = slot.dataset;
  if (S.aim?.item === item) { leave(); return; }
  leave();
  if (slot.getAttribute('aria-disabled') === 'true') {
    S.note = state().mine === '1' && state().phase === 'play' ? text('noTarget', title) : text('notNow');
    draw();
    return;
  }
  if (S.pending.size) recall();
  S.mode = aim === 'hand' ? 'swap' : 'aim';
  S.aim = { item, title, legal: lawful(slot) };
  S.swap.clear(); S.sel = null; S.cursor = null; S.note = '';
  drawMode(); draw();
}

export function leave() {
  if (S.mode === 'play') return;
  S.mode = 'play'; S.aim = null; S.target = null; S.swap.clear();
  drawMode(); draw();
}

/* A tap on a square while aiming: a mouse uses at once, a finger aims first and uses with the second tap. */
export function aimAt(cell, atOnce) {
  const at = key(...where(cell));
  if (!S.aim.legal.has(at)) return;
  if (atOnce || S.target === at) { use(at); return; }
  S.target = at;
  drawMode();
}

async function use(at) {
  const { item, title } = S.aim;
  S.target = at;
  drawMode();
  const answer = await send({ do: 'use', item, cell: place(at) });
  if (answer?.ok) sound('power');
  if (answer?.ok) say(text('placed', title, cellAt(...place(at)).getAttribute('aria-label').split(',')[0]));
  leave();
}

export async function swap() {
  if (!S.swap.size) return;
  const traded = [...S.swap].map(ri => S.hand[ri]), answer = await send({ do: 'use', item: S.aim.item, tiles: traded });
  if (answer?.ok) say(text('swapped', traded.map(tile => tile.replace('?', text('blank'))).join(' ')));
  if (answer) leave();
}
export function mark(ri) { if (!S.swap.delete(ri)) S.swap.add(ri); draw(); }

/* ---- drawing of the modes, over fresh panels as well ---- */
let usual = null;

export function drawMode() {
  const board = $('#board'), aiming = S.mode === 'aim';
  board.classList.toggle('is-aim', aiming);
  $$('.cell').forEach(cell => {
    const at = key(...where(cell)), legal = aiming && S.aim.legal.has(at);
    cell.classList.toggle('is-legal', legal);
    cell.classList.toggle('is-target', aiming && S.target === at);
    if (aiming && !legal) cell.setAttribute('aria-disabled', 'true'); else cell.removeAttribute('aria-disabled');
    const label = cell.getAttribute('aria-label').replace(`, ${text('targetable')}`, '');
    cell.setAttribute('aria-label', legal ? `${label}, ${text('targetable')}` : label);
  });
  $$('#slots .slot--full').forEach(slot => {
    const on = S.aim?.item === slot.dataset.slot;
    slot.classList.toggle('is-on', on);
    slot.setAttribute('aria-pressed', on);
  });
  const actions = $('#actions'), swapping = Boolean($('.act--half', actions));
  if (S.mode === 'swap' && !swapping) { usual = [...actions.childNodes]; redraw(actions, () => actions.replaceChildren($('#swapping').content.cloneNode(true))); }
  if (S.mode !== 'swap' && swapping) redraw(actions, () => actions.replaceChildren(...usual));
}

/* Fresh panels may have taken the power away, or changed what it may be used on. */
export function recheck() {
  if (S.mode === 'play') return;
  const slot = slotOf(S.aim.item);
  if (!slot || slot.getAttribute('aria-disabled') === 'true') { leave(); return; }
  S.aim.legal = lawful(slot);
  drawMode();
}

/* ---- the Alfa choice ---- */
let offered = '';

export function offerAlfa() {
  const waiting = state().phase === 'alfa' && state().mine === '1';
  if (!waiting) { closeDialog('alfa'); offered = ''; return; }
  if (offered === state().turn) return;
  offered = state().turn;
  pick($('#alfapick [role=radio]'));
  if ($('#command').hidden) openDialog('alfa');
}

export function pick(radio) {
  if (!radio) return;
  $$('#alfapick [role=radio]').forEach(other => {
    other.setAttribute('aria-checked', other === radio);
    other.tabIndex = other === radio ? 0 : -1;
    $('.tile', other).classList.toggle('tile--alfa', other === radio);
  });
  $('#alfahero').replaceChildren($('.tile', radio).cloneNode(true));
  $('#alfago').textContent = $('.tile__l', radio).textContent.trim();
}

export async function choose(take) {
  const tile = take ? $('#alfapick [aria-checked=true]').dataset.tile : null, answer = await send({ do: 'choose', tile });
  if (answer?.ok) say(take ? text('upgraded', tile.replace('?', text('blank'))) : text('declined'));
  if (answer?.ok || answer?.code === 'stale') closeDialog('alfa');
}

/* Escape, one layer at a time. */
export function stepBack() {
  if (S.mode !== 'play') leave();
  else if (S.sel !== null) { S.sel = null; draw(); }
  else if (S.pending.size) recall();
  else { S.cursor = null; S.note = ''; draw(); }
}

export const raise = ri => { S.sel = S.sel === ri ? null : ri; S.note = ''; draw(); };
