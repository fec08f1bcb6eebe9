/* The player's own tentative tiles, drawn over the server's board and rack, again after each swap. The server is told of
   them when it is asked for the readout or for the play, and keeps a private copy for a reload or another device.
   Geometry is the server's word too: a square is open as its classes say. No scores, no words. */
import { $, $$, ask, canSend, keepDraft, line, myTurn, openDialog, readDraft, readout, say, sound, state, text } from './page.js';

const DEBOUNCE = 120, KEEP_AFTER = 400, KEEP_AGAIN = 3000, MOST_UNDONE = 40;
/* `order`: the hand's indices as the player arranged them; `pending`: "row,col" → {ri, letter}, a blank's letter "" until
   named; `sel`: the raised tile; `carried`: {ri, at} of the tile that a pointer holds; `naming`: the square whose blank
   gets another letter; `cursor`: where typing goes; `mode`: play, aim or swap; `quote`: the last readout; `past`: the
   arrangements before this one. */
export const S = { order: [], hand: [], pending: new Map(), sel: null, carried: null, naming: null, cursor: null, focus: null,
  mode: 'play', aim: null, target: null, swap: new Set(), quote: null, note: '', bad: false, busy: false, past: [] };

export const key = (row, col) => `${row},${col}`;
export const place = at => at.split(',').map(Number);
export const cellAt = (row, col) => $(`.cell[data-r="${row}"][data-c="${col}"]`);
export const where = cell => [Number(cell.dataset.r), Number(cell.dataset.c)];
export const coord = ([row, col]) => `${String.fromCharCode(65 + col)}${row + 1}`;
export const isBlank = ri => S.hand[ri].startsWith('?');
const isAlfa = ri => S.hand[ri].endsWith('*');
export const isUsed = ri => [...S.pending.values()].some(laid => laid.ri === ri);
export const free = () => S.order.filter(ri => !isUsed(ri));

/* Whether a tile may be put down there: what lies on a square shows in its classes. */
export function isOpen(cell, ri = null) {
  if (!cell || cell.matches('.cell--dead, .cell--claim.is-opp, .cell--alfa, .is-pending')) return false;
  return !cell.querySelector('.tile') || (ri !== null && isAlfa(ri) && state().alfaReplace === '1');
}

/* The pending tiles as the server reads them. */
const token = ({ ri, letter }) => (isBlank(ri) ? letter.toLowerCase() + S.hand[ri].slice(1) : S.hand[ri]);
export const tiles = () => [...S.pending].map(([at, laid]) => [...place(at), token(laid)]);
const signature = () => `${state().version}|${JSON.stringify(tiles())}`;
const isUnnamed = ([, { ri, letter }]) => isBlank(ri) && !letter;
const unnamed = () => [...S.pending].find(isUnnamed);
const shown = ({ ri, letter }) => letter || S.hand[ri].replace('*', '').replace('?', text('blank'));

/* ---- laying and lifting ---- */
const remember = () => { S.past = [...S.past.slice(1 - MOST_UNDONE), new Map(S.pending)]; };

export function put(ri, row, col, letter = '') {
  if (isUsed(ri) || !isOpen(cellAt(row, col), ri)) return false;
  remember();
  S.pending.set(key(row, col), { ri, letter });
  S.sel = null;
  sound('tap');
  changed();
  if (isBlank(ri) && !letter) openDialog('blank');
  else say(text('placed', shown({ ri, letter }), coord([row, col])));
  return true;
}

export function lift(row, col) {
  const laid = S.pending.get(key(row, col));
  if (!laid) return null;
  remember();
  S.pending.delete(key(row, col));
  sound('lift');
  changed();
  return laid.ri;
}

/* Move a pending tile to another square; a blank keeps its letter. */
export function shift(from, row, col) {
  const laid = S.pending.get(from), to = cellAt(row, col);
  if (!laid || from === key(row, col) || !isOpen(to, laid.ri)) return;
  remember();
  S.pending.delete(from);
  S.pending.set(key(row, col), laid);
  sound('tap');
  say(text('placed', shown(laid), coord([row, col])));
  changed();
}

export function nameBlank(letter) {
  const at = S.naming ?? unnamed()?.[0], laid = S.pending.get(at);
  S.naming = null;
  if (!laid) return;
  laid.letter = letter;
  say(text('placed', letter, coord(place(at))));
  changed();
}
export function reletter(at) { S.naming = at; openDialog('blank'); }
/* The picker was closed: a blank without a letter goes back. */
export function endNaming() {
  S.naming = null;
  const found = unnamed();
  if (!found) return;
  S.pending.delete(found[0]);
  S.past.pop();
  changed();
}

export function recall() {
  const had = S.pending.size > 0;
  if (had) { remember(); say(text('recalled')); sound('lift'); }
  S.pending = new Map(); S.sel = null; S.cursor = null;
  changed();
  if (had) { S.note = text('recalled'); drawReadout(); }
}

/* Back to the arrangement before the last change. */
export function undo() {
  const earlier = S.mode === 'play' && S.past.pop();
  if (!earlier) return;
  S.pending = new Map([...earlier].filter(([at, laid]) => stillOpen(at, laid))); S.sel = null;
  changed();
}

/* The play stands: the tiles are the server's now. Does not draw: the push may have been faster than the answer, and then
   the hand is looked at anew first. */
export function settle() {
  clearTimeout(resting); clearTimeout(keeping);
  S.pending = new Map(); S.past = []; S.sel = null; S.cursor = null; S.quote = null; S.note = ''; S.bad = false;
  kept = '[]';
}

export function shuffle() {
  for (let i = S.order.length - 1; i > 0; i -= 1) { const j = Math.floor(Math.random() * (i + 1)); [S.order[i], S.order[j]] = [S.order[j], S.order[i]]; }
  draw();
}

/* Move a tile of the rack to where another one stands, or to the end. */
export function reorder(ri, before) {
  const without = S.order.filter(other => other !== ri), at = before === null ? without.length : without.indexOf(before);
  S.order = [...without.slice(0, at), ri, ...without.slice(at)];
  draw();
}

/* ---- the readout: asked for when the tiles have rested ---- */
let resting = null;
export function changed() {
  S.note = ''; S.bad = false;
  clearTimeout(resting);
  if (S.pending.size && !unnamed()) resting = setTimeout(requote, DEBOUNCE);
  keepSoon();
  draw();
}

async function requote() {
  const asked = signature(), answer = await ask(tiles());
  if (asked !== signature() || !S.pending.size) return;
  if (!answer) { resting = setTimeout(requote, 1000); return; }
  S.quote = { ...answer, for: asked };
  draw();
}
const quote = () => (S.quote?.for === signature() ? S.quote : null);
export const playable = () => myTurn() && !S.busy && !S.bad && canSend() && quote()?.code === '';

/* ---- the draft: the copy of the tiles that the server keeps for this player alone ---- */
let kept = JSON.stringify(JSON.parse($('#draft').dataset.tiles)), keeping = null, sending = false;
const draft = () => JSON.stringify([...S.pending].filter(laid => !isUnnamed(laid)).map(([at, laid]) => [...place(at), token(laid)]));

function keepSoon(after = KEEP_AFTER) { clearTimeout(keeping); keeping = setTimeout(keep, after); }

/* One at a time, so that the last one sent is the last one kept. A page that was behind sends again with its panels. */
async function keep() {
  const now = draft();
  if (now === kept || sending || S.busy === 'place') return;
  sending = true;
  const answer = await keepDraft(JSON.parse(now));
  sending = false;
  if (answer === 'ok') { kept = now; if (draft() !== kept) keepSoon(); } else if (answer !== 'stale') keepSoon(KEEP_AGAIN);
}

/* Lay the tiles of a draft where they still fit; the letters of those that do not. */
function take(laid) {
  const back = [];
  S.pending = new Map();
  for (const [row, col, written] of laid) {
    const blank = written[0] !== written[0].toUpperCase(), tile = blank ? `?${written.slice(1)}` : written;
    const ri = S.order.find(one => S.hand[one] === tile && !isUsed(one)), letter = blank ? written[0].toUpperCase() : '';
    const at = key(row, col), taken = [...S.pending.keys()].includes(at);
    if (ri !== undefined && !taken && cellAt(row, col) && stillOpen(at, { ri })) S.pending.set(at, { ri, letter });
    else back.push(written[0].toUpperCase());
  }
  return back;
}

/* Lay these tiles, [row, column, token] each, instead of those that lie; the letters of those that cannot be. */
export function lay(laid) {
  remember();
  const back = take(laid);
  changed();
  return back;
}

const cameBack = letters => { if (letters.length) { S.note = text('cameBack', letters.join(' ')); say(S.note); } };

/* Take up what another page of the same player has laid meanwhile, unless there is something here that it has not. */
async function lookForDraft() {
  if (draft() !== kept || S.busy || S.carried) return;
  const found = await readDraft();
  if (!found || draft() !== kept || JSON.stringify(found) === kept) return;
  kept = JSON.stringify(found);
  S.past = [];
  const back = take(found);
  changed();
  cameBack(back);
  draw();
}
/* What the page sent as it was left may have come after the reload had been drawn. */
if (performance.getEntriesByType('navigation')[0]?.type === 'reload') setTimeout(lookForDraft, KEEP_AFTER * 2);
window.addEventListener('focus', lookForDraft);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') lookForDraft(); });
window.addEventListener('pagehide', () => { if (draft() !== kept && S.busy !== 'place') keepDraft(JSON.parse(draft()), true); });

/* ---- after new panels ---- */
let begun = false;
export function reconcile() {
  const hand = [];
  $$('#rack [data-ri]').forEach(tile => { hand[tile.dataset.ri] = tile.dataset.tile; });
  const lost = hand.join() !== S.hand.join() || S.order.length !== hand.length ? rearrange(hand) : [];
  const back = [...S.pending].filter(([at, laid]) => !stillOpen(at, laid));
  back.forEach(([at]) => S.pending.delete(at));
  const letters = [...lost, ...back.filter(([at]) => !isPlayed(at)).map(([, laid]) => shown(laid))];
  if (!begun) { begun = true; letters.push(...take(JSON.parse(kept))); }
  if (lost.length || back.length) S.past = [];
  cameBack(letters);
  if (S.pending.size && !unnamed() && !quote()) { clearTimeout(resting); resting = setTimeout(requote, DEBOUNCE); }
  if (draft() !== kept) keepSoon();
}

/* A tile that another page of the same player has just played lies there. */
const isPlayed = at => cellAt(...place(at)).matches('.is-last.by-you');

function stillOpen(at, laid) {
  const cell = cellAt(...place(at));
  return cell.classList.contains('is-pending') || isOpen(cell, laid.ri);
}

/* Keep the player's order: tiles that stayed keep their places, new ones come last. The letters of the tiles that were
   laid and are no longer in the hand. */
function rearrange(hand) {
  const now = new Map(), taken = new Set();
  S.hand.forEach((had, ri) => { const to = hand.findIndex((tile, i) => tile === had && !taken.has(i)); if (to >= 0) { now.set(ri, to); taken.add(to); } });
  const lost = [...S.pending].filter(([at, laid]) => !now.has(laid.ri) && !isPlayed(at)).map(([, laid]) => shown(laid));
  S.order = [...S.order.filter(ri => now.has(ri)).map(ri => now.get(ri)), ...hand.keys()].filter((ri, i, all) => all.indexOf(ri) === i);
  S.pending = new Map([...S.pending].filter(([, laid]) => now.has(laid.ri)).map(([at, laid]) => [at, { ...laid, ri: now.get(laid.ri) }]));
  S.sel = null; S.carried = null; S.past = []; S.swap.clear();
  S.hand = hand;
  return lost;
}

/* ---- drawing ---- */
export function draw() {
  drawCells(); drawRack(); drawCursor(); drawButtons(); drawBubble(); drawReadout();
}

const rackTile = ri => $(`#rack [data-ri="${ri}"]`);

function drawCells() {
  $$('.cell.is-pending').forEach(cell => {
    const at = key(...where(cell)), laid = S.carried?.at === at ? null : S.pending.get(at);
    if (laid && cell.dataset.mine === laid.ri + laid.letter) return;
    $('.tile--new', cell)?.remove();
    cell.classList.remove('is-pending', 'is-bad');
    cell.setAttribute('aria-label', cell.dataset.label);
    delete cell.dataset.mine;
  });
  S.pending.forEach((laid, at) => {
    if (S.carried?.at === at) return;
    const cell = cellAt(...place(at));
    cell.classList.toggle('is-bad', S.bad);
    if (cell.dataset.mine) return;
    const tile = $('.tile', rackTile(laid.ri)).cloneNode(true), under = $('.tile__l', cell)?.textContent;
    tile.classList.add('tile--new');
    if (laid.letter) $('.tile__l', tile).textContent = laid.letter;
    cell.append(tile);
    cell.classList.add('is-pending');
    cell.dataset.mine = laid.ri + laid.letter;
    cell.dataset.label = cell.getAttribute('aria-label');
    const said = text('newTile', coord(place(at)), shown(laid));
    cell.setAttribute('aria-label', under ? `${said}, ${text('replaces', under)}` : said);
  });
}

function drawRack() {
  const tray = $('#rack'), wanted = S.order.map(rackTile);
  if (wanted.some((tile, i) => tray.children[i] !== tile)) tray.prepend(...wanted);
  wanted.forEach((tile, i) => {
    const ri = S.order[i], used = isUsed(ri) || S.carried?.ri === ri, chosen = S.sel === ri || S.swap.has(ri);
    tile.classList.toggle('is-used', used);
    tile.classList.toggle('is-sel', S.sel === ri);
    tile.classList.toggle('is-swap', S.swap.has(ri));
    tile.setAttribute('aria-selected', chosen);
    tile.setAttribute('aria-disabled', used);
    tile.tabIndex = ri === free()[0] ? 0 : -1;
  });
}

function drawCursor() {
  const focus = S.focus ?? [(Number(state().size) - 1) / 2, (Number(state().size) - 1) / 2];
  $$('.cell[tabindex="0"]').forEach(cell => { cell.tabIndex = -1; });
  cellAt(...focus).tabIndex = 0;
  $$('.cell.is-cursor').forEach(cell => { cell.classList.remove('is-cursor'); $('.arrow', cell)?.remove(); });
  const cell = S.cursor && S.mode === 'play' && cellAt(S.cursor.r, S.cursor.c);
  if (!cell) return;
  cell.classList.add('is-cursor');
  if (!$('.tile', cell)) { cell.append($('#arrow').content.cloneNode(true)); $('.arrow', cell).classList.toggle('arrow--down', S.cursor.down); }
}

function drawButtons() {
  const button = name => $(`#actions [data-act=${name}]`);
  $('#actions').ariaBusy = S.busy ? 'true' : null;
  if (S.mode === 'swap') { button('swap').disabled = !S.swap.size || S.busy; $('[data-points]', button('swap')).textContent = S.swap.size || ''; return; }
  button('recall').disabled = !S.pending.size;
  button('play').disabled = !playable();
  button('play').classList.toggle('is-busy', S.busy);
  $('[data-points]', button('play')).textContent = quote()?.code === '' && !S.bad ? quote().score : '';
}

/* Beside the end of a word down, below the end of one across: never on the word's next square. */
function drawBubble() {
  $('.bubble')?.remove();
  if (!S.pending.size || !(S.bad || quote())) return;
  const cells = [...S.pending.keys()].map(place).sort((a, b) => a[0] - b[0] || a[1] - b[1]), [row, col] = cells.at(-1);
  const size = Number(state().size), down = cells.length > 1 && cells.every(cell => cell[1] === col), right = col > size - 4, low = row > size - 3;
  const x = down ? (right ? col : col + 1) : col + .5, y = down ? row + .6 : row + (low ? 0 : 1);
  const bubble = document.createElement('span'), fine = !S.bad && quote().code === '';
  bubble.className = `bubble${fine ? '' : ' is-bad'}`;
  bubble.setAttribute('aria-hidden', 'true');
  if (fine) bubble.textContent = quote().score; else bubble.append($('#bubble-bad').content.cloneNode(true));
  bubble.style.left = `${x / size * 100}%`; bubble.style.top = `${y / size * 100}%`;
  bubble.style.setProperty('--bx', down ? (right ? '-104%' : '4%') : '-50%');
  bubble.style.setProperty('--by', down ? '0%' : (low ? '-112%' : '12%'));
  $('#board').append(bubble);
}

function drawReadout() {
  if (S.note === text('recalled') && S.past.length) readout('', line('undo', S.note));
  else if (S.note) readout('bad', S.told?.note === S.note ? S.told.html : line('bad', S.note), S.bad);
  else if (S.mode === 'aim') readout('aim', line('aim', text('aim'), S.aim.title, text('possible', S.aim.legal.size)));
  else if (S.mode === 'swap') readout('aim', line('swap', text('swap'), S.aim.title, text('goesOn')));
  else if (unnamed()) readout('', line('plain', text('nameBlank')));
  else if (S.pending.size && quote()) readout(quote().code ? 'bad' : 'ok', quote().html);
  else if (!S.pending.size) readout('', $('#hint').innerHTML);
}
