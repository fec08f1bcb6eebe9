/* The page around the game, in one file because each file is one more request: texts, what is spoken, the readout line,
   dialogs, the sheet and its tabs; the wire to the server; the clock; news. Knows nothing of tiles or rules. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* What the server last said of the match, as strings: version, turn, phase, mine, seat, size, language … */
export const state = () => $('#state').dataset;
export const myTurn = () => state().mine === '1' && state().phase === 'play';

/* A text of the page in the reader's language; {0}, {1} … are filled in. */
export const text = (key, ...values) =>
  values.reduce((said, value, i) => said.replace(`{${i}}`, value), $('#texts').dataset[key]);

/* The same words again are news again: a region that still holds them is emptied first, or no screen reader would say them. */
const speak = id => message => {
  const region = $(id);
  if (message && region.textContent === message) { region.textContent = ''; setTimeout(() => { region.textContent ||= message; }, 100); } else if (message) region.textContent = message;
};
export const say = speak('#live');
export const shout = speak('#alert');

/* What htmx posts from here bears the token that our own posts bear: fragments come without one. */
document.addEventListener('htmx:configRequest', event => { event.detail.headers['X-CSRFToken'] = $('meta[name=csrf-token]').content; });

/* The one line over the rack. `kind` is "", "ok", "bad" or "aim"; a line that is there already is left alone. */
export function readout(kind, html, nudge = false) {
  const line = $('#readout');
  line.className = `readout${kind ? ` is-${kind}` : ''}${nudge ? ' is-nudge' : ''}`;
  if (line.dataset.shown !== html) { line.dataset.shown = html; redraw(line, () => { line.innerHTML = html; }); htmx.process(line); }
}

/* A readout made of one of the page's own forms ("plain", "bad", "aim", "swap"), its texts filled in. */
export function line(form, message, title = '', more = '') {
  const holder = document.createElement('div');
  holder.append($(`#readout-${form}`).content.cloneNode(true));
  $$('b', holder).forEach(at => { at.textContent = `${title}:`; });
  $$('span', holder).forEach((at, i) => { at.textContent = i ? more : message; });
  return holder.innerHTML;
}

export function openDialog(id) {
  const dialog = $(`#d-${id}`);
  if (dialog.open) return;
  dialog.showModal();
  $('[aria-checked=true], .letters button', dialog)?.focus();
}
/* What is known of a word is shown when it has come. */
document.addEventListener('htmx:afterSwap', event => { if (event.detail.target.id === 'word-said') openDialog('word'); });
export const closeDialog = id => { if ($(`#d-${id}`).open) $(`#d-${id}`).close(); };

/* On a narrow page the rail is a sheet; on a wide one the same tabs stand beside the board. */
export function showTab(name, asSheet = false) {
  $('#rail').dataset.shows = name;
  $$('[role=tab]').forEach(tab => {
    tab.setAttribute('aria-selected', tab.dataset.tab === name);
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
  });
  if (asSheet) document.body.classList.add('sheet-open');
}
export const sheetIsOpen = () => document.body.classList.contains('sheet-open') && getComputedStyle($('.scrim')).display !== 'none';
export const closeSheet = () => document.body.classList.remove('sheet-open');

document.addEventListener('click', event => {
  const at = event.target.closest('[data-close], [data-close-sheet], [data-sheet], [data-tab], [data-open]');
  if (!at) return;
  if ('close' in at.dataset) at.closest('dialog').close();
  else if ('closeSheet' in at.dataset) closeSheet();
  else if (at.dataset.sheet) showTab(at.dataset.sheet, true);
  else if (at.dataset.tab) showTab(at.dataset.tab);
  else openDialog(at.dataset.open);
});
document.addEventListener('click', event => { if (event.target.matches('dialog.dlg')) event.target.close(); });
/* A finger that opens a dialog has not pressed anything in it: the click that ends its tap falls on what lies there by
   then, which is the edge that closes the dialog, or one of its buttons. */
let pressed = null;
document.addEventListener('pointerdown', event => { pressed = event.target; }, true);
document.addEventListener('click', event => {
  const dialog = event.target.closest('dialog');
  if (!event.detail || !dialog || dialog.contains(pressed)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}, true);

/* ======== the wire: actions by POST with an id, repeated until answered; panels by the socket, or by asking when it is away.
   The server's version counts: what is older than the page is never drawn. */
const page = $('#match');
const TOKEN = $('meta[name=csrf-token]').content, OFTEN = 40; // tries, a minute of them: for so long a late action may count as in time
const SIGNED_OUT = 4401, NEVER_AGAIN = [4400, 4403, 4410], RETRIED_BY_HTMX = [1006, 1011, 1012, 1013];
const wait = ms => new Promise(done => setTimeout(done, ms));
const listeners = [];
let socket = null, current = null, open = false, losses = 0, lostAt = 0, heard = performance.now(), reading = false, failing = 0;

/* Call after each batch of new panels. */
export const onPanels = listener => listeners.push(listener);
export const connected = () => open;
/* An answer is small and the panels are not: resolves when the page shows what the answer told of. */
let behind = [];
export const shownUpTo = version => new Promise(done => { behind.push({ version, done }); arrived(); });
function arrived() {
  const now = Number(state().version);
  behind = behind.filter(({ version, done }) => version > now || done());
}
onPanels(arrived);
export const canSend = () => open || failing === 0;

/* crypto.randomUUID needs https; a page on the local network has none. */
const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map(n => n.toString(16).padStart(2, '0')).join('');

function post(url, body, seconds, { keepalive = false, headers = {} } = {}) {
  return fetch(url, {
    method: 'POST', body: JSON.stringify(body), keepalive, signal: AbortSignal.timeout(seconds * 1000),
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': TOKEN, ...headers },
  });
}

/* Send an action and say how it went: {ok, code, message, version, …}. The same bytes go out again until there is an
   answer, so a lost answer never means a second action; what says when they came first goes with them. */
export async function act(action) {
  const message = { ...action, nonce: nonce() };
  if (action.do !== 'buy' && action.do !== 'resign') message.turn = Number(state().turn);
  const headers = { 'X-Seat': page.dataset.seat };
  for (let tries = 0; ; tries += 1) {
    let response = null;
    try { response = await post(page.dataset.actUrl, message, 10, { headers }); } catch { /* the network: again below */ }
    if (response && response.status < 500) { failing = 0; return settle(response); }
    if (response) headers['X-Stamp'] = (await response.json().catch(() => ({}))).stamp || headers['X-Stamp'] || '';
    failing += 1;
    if (tries > 0) banner();
    await wait(Math.min(tries < OFTEN ? 2000 : 8000, 300 * 2 ** tries) * (.5 + Math.random() / 2));
  }
}

async function settle(response) {
  banner();
  let answer;
  try { answer = await response.json(); } catch { answer = { ok: false, code: 'gone', message: text('deadPage') }; }
  if (answer.code === 'stale') await refresh();
  else if (answer.version) wait(open ? 400 : 0).then(() => { if (Number(state().version) < answer.version) refresh(); });
  return answer;
}

/* What the tiles as laid would be worth; null when there is no answer. */
export async function ask(tiles) {
  try {
    const response = await post(page.dataset.readoutUrl, { tiles }, 5);
    return response.ok ? await response.json() : null;
  } catch { return null; }
}

/* Have the server keep the tiles laid so far: "ok", "stale" when this page is behind, "" when there was no answer. */
export async function keepDraft(tiles, leaving = false) {
  const message = { version: Number(state().version), tiles };
  try {
    const answer = await (await post(page.dataset.draftUrl, message, 5, { keepalive: leaving })).json();
    return answer.ok ? 'ok' : answer.code;
  } catch { return ''; }
}
/* The tiles that another page of the same player has laid; null when there is no answer. */
export async function readDraft() {
  try { return (await (await fetch(page.dataset.draftUrl, { signal: AbortSignal.timeout(5000) })).json()).tiles ?? null; } catch { return null; }
}

/* Read all panels anew. */
export async function refresh() {
  if (reading) return;
  reading = true;
  try { await window.htmx.ajax('GET', page.dataset.panelsUrl, { target: '#wire', swap: 'none' }); } catch { /* asked again in a second */ }
  reading = false;
  listeners.forEach(listener => listener());
}

export const tell = message => { if (open) socket.send(JSON.stringify(message)); };
export const nudge = () => (open ? tell({ kind: 'nudge' }) : refresh());

/* ---- panels that come: never an older one, never the same one twice, and the focus stays where it was ---- */
const shown = new Map();
document.querySelectorAll('[id]').forEach(element => shown.set(element.id, element.outerHTML));
let unfolded = [];

const versionIn = html => Math.max(...[...html.matchAll(/id="(?:state|beat)"[^>]*?data-version="(\d+)"/g)].map(m => Number(m[1])), 0);
/* What names no version is of no age: a definition, a card. */
const isOld = html => { const version = versionIn(html); return version > 0 && version < Number(state().version); };

function whereIs(element) {
  if (element.matches('summary')) return `#${element.parentElement.id} > summary`;
  const { r, c, ri, act: name, buy, slot } = element.dataset;
  if (r) return `.cell[data-r="${r}"][data-c="${c}"]`;
  if (ri) return `[data-ri="${ri}"]`;
  if (name) return `#${element.closest('[id]').id} [data-act="${name}"]`;
  if (buy) return `[data-buy="${buy}"]`;
  if (slot) return `[data-slot="${slot}"]`;
  return element.id ? `#${element.id}` : null;
}

/* ---- the focus stays where it was; where that is switched off or gone, it goes on to what the same panel offers, or else
   to the hand. For keys alone: what a mouse has pressed need not be found again. ---- */
let focused = null, byKeys = false;

function leaveFocus(panel) {
  const at = document.activeElement;
  if (panel.contains(at)) focused = { same: whereIs(at), panel: panel.id };
}

export function takeFocus() {
  const at = focused;
  focused = null;
  if (!at || document.activeElement !== document.body) return;
  const panel = document.getElementById(at.panel), instead = [panel, ...$$('button', panel), $('#rack [tabindex="0"]'), $('.cell[tabindex="0"]')];
  const found = [at.same && $(at.same), ...(byKeys ? instead : [])].find(one => one?.matches('button, summary, a, [tabindex]') && !one.disabled && one.checkVisibility());
  found?.focus({ preventScroll: true });
}

/* Draw a part of the page anew, and see to the focus if it was there. */
export function redraw(panel, drawing) { leaveFocus(panel); drawing(); takeFocus(); }

document.addEventListener('focusin', event => { byKeys = event.target.matches(':focus-visible'); });
const giveOn = panel => { focused = { same: null, panel }; setTimeout(takeFocus); };
document.addEventListener('focusout', ({ target }) => { if (target.disabled) giveOn(target.closest('[id]').id); });
/* A dialog gives it back to where it was opened, which may be gone. */
document.addEventListener('close', () => giveOn('actions'), true);

document.addEventListener('htmx:oobBeforeSwap', event => {
  const { target, fragment } = event.detail, html = fragment.firstElementChild.outerHTML;
  if (shown.get(target.id) === html) { event.detail.shouldSwap = false; return; }
  shown.set(target.id, html);
  leaveFocus(target);
  unfolded.push(...[...target.querySelectorAll('details[open]')].map(details => details.id));
});
document.addEventListener('htmx:beforeSwap', event => { if (isOld(event.detail.serverResponse)) event.detail.shouldSwap = false; });
onPanels(() => {
  unfolded.forEach(id => document.getElementById(id)?.setAttribute('open', ''));
  unfolded = [];
});

/* ---- the socket ---- */
document.addEventListener('htmx:wsOpen', event => {
  current = event.detail.event.target;
  socket = event.detail.socketWrapper; open = true; losses = 0; failing = 0; heard = performance.now();
  banner();
});
document.addEventListener('htmx:wsBeforeMessage', event => {
  heard = performance.now();
  if (isOld(event.detail.message)) event.preventDefault();
});
document.addEventListener('htmx:wsAfterMessage', () => {
  if (Number($('#beat').dataset.version) > Number(state().version)) refresh();
  listeners.forEach(listener => listener());
  tell({ kind: 'seen', version: Number(state().version) });
});
document.addEventListener('htmx:wsClose', event => {
  const { code, target } = event.detail.event;
  if (open && target !== current) return; // the one before, closing late
  if (open || !lostAt) lostAt = performance.now();
  socket = event.detail.socketWrapper; open = false; losses += 1;
  if (code === SIGNED_OUT) { returnAsNow(); return; }
  if (NEVER_AGAIN.includes(code)) { losses = -1; banner(); return; }
  if (!RETRIED_BY_HTMX.includes(code)) wait(Math.random() * 3000).then(() => { if (!open) socket.reconnect(); });
});

/* Who signs up on another page of this browser has a new session there, and the match with it: this page is loaded anew. */
async function returnAsNow() {
  for (let tries = 0; tries < 3; tries += 1) {
    await wait(1000);
    const answer = await fetch(page.dataset.panelsUrl, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok && !answer.redirected) { location.reload(); return; }
  }
  losses = -1; banner();
}
/* Once a second: say that the socket is away, ask for panels meanwhile, and take a silent socket for a lost one. */
setInterval(() => {
  const now = performance.now(), patience = $('#timer').dataset.full ? 16_000 : 45_000;
  if (open && now - heard > patience) { heard = now; socket.reconnect(); }
  if (open || now - lostAt < 1500) return;
  banner();
  if (losses !== -1 && document.visibilityState === 'visible') refresh();
}, 1000);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible' && !open) refresh(); });
/* What the browser says of its network saves waiting: whether it is right, the socket finds out. */
addEventListener('offline', () => { if (open) socket.reconnect(); });
addEventListener('online', comeBack);

function banner() {
  const place = $('#net'), away = !open && lostAt && performance.now() - lostAt >= 1500;
  const message = losses === -1 ? text('deadPage') : away ? text('reconnecting', Math.max(losses, 1)) : failing ? text('sending') : '';
  $('#dot-you')?.classList.toggle('is-wait', Boolean(message));
  if (!message) { place.replaceChildren(); return; }
  if (!place.firstElementChild) { place.append($('#net-away').content.cloneNode(true)); say(message); }
  $('b', place).textContent = message;
  if (away && performance.now() - lostAt > 60_000) $('.words', place).textContent = text('gone');
}
document.addEventListener('click', event => {
  if (!event.target.closest('[data-reconnect]')) return;
  if (losses === -1) location.reload();
  else comeBack();
});
function comeBack() { if (!open && losses !== -1) { socket?.reconnect(); refresh(); } }

/* ======== the clock: counts down from the milliseconds the server named, by the page's own monotonic clock, never the time of
   day */
const SPOKEN = [30, 5], SHOUTED = 10, TICKING = [10, 5, 4, 3, 2, 1], PAST_ZERO = 3000;
let drain = null, drained = 0;
let timer = null, heading = '', left = 0, full = 0, since = 0, nudged = false, last = null;

/* Take up a timer, and a window for coming back, that the server has drawn anew. */
export function wind() {
  if ($('#banner .drain') !== drain) { drain = $('#banner .drain'); drained = performance.now(); waited(); }
  const drawn = $('#timer');
  if (drawn === timer) return;
  timer = drawn; heading = $('.timer__h', timer).textContent; since = performance.now(); nudged = false; last = null;
  left = Number(timer.dataset.left);
  full = Math.max(Number(timer.dataset.full), left);
  tick();
}

export const secondsLeft = () => (timer?.dataset.running === '1' ? Math.max(0, Math.ceil((left - (performance.now() - since)) / 1000)) : null);

function tick() {
  if (timer?.dataset.running !== '1') return;
  const now = left - (performance.now() - since), seconds = secondsLeft();
  // On an element without an id: htmx copies the attributes of those it swaps, and our policy allows no style attribute.
  $('.timer__ring', timer).style.setProperty('--left', Math.max(0, now / full));
  if (seconds !== last) show(seconds);
  if (now < -PAST_ZERO && !nudged) { nudged = true; nudge(); }
}

function show(seconds) {
  const whole = Math.round(full / 1000), hurry = seconds <= 10, mine = state().mine === '1';
  timer.classList.toggle('is-now', hurry);
  timer.classList.toggle('is-soon', !hurry && seconds <= Math.min(25, whole * .4));
  $('.timer__n', timer).textContent = seconds;
  $('.timer__h', timer).textContent = hurry && myTurn() ? text('hurry') : heading;
  $('.timer__s', timer).textContent = text('left', seconds, whole);
  if (mine && last !== null) {
    if (SPOKEN.includes(seconds)) say(text('leftOnly', seconds));
    if (seconds === SHOUTED) shout(text('leftOnly', seconds));
    if (TICKING.includes(seconds)) sound('tick');
  }
  last = seconds;
}

/* How long the match still waits for one who is away: 4:32, or 23:59:10. */
function waited() {
  if (!drain) return;
  const rest = Math.max(0, Number(drain.dataset.left) - (performance.now() - drained)), seconds = Math.ceil(rest / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].slice(seconds < 3600 ? 1 : 0);
  drain.style.setProperty('--left', rest / Number(drain.dataset.full));
  $('#banner [data-away]').textContent = parts.map((part, i) => (i ? String(part).padStart(2, '0') : part)).join(':');
}

setInterval(() => { tick(); waited(); }, 200);

/* ======== news for whoever looks elsewhere: the title, the icon of the tab, the spoken log, and sounds if wanted */
const KEPT = 'alfapower-sound', icon = $('link[rel=icon]');
const figures = () => ({ ...state(), words: Number(state().words), coins: Number($('#coins-you').textContent), score: Number(state().score) });
let before = figures(), player = null, volume = 0;

/* Make a sound by its name (sound.js lists them) if sounds are on. The first one waits for the file to come. */
export function sound(name) {
  if (!volume) return;
  player ??= import('./sound.js');
  player.then(({ make }) => make(name, volume / 100));
}

/* 0 is off. Remembered in this browser; off until somebody asks for it. */
function setVolume(percent) {
  volume = percent;
  try { localStorage.setItem(KEPT, percent); } catch { /* a browser that keeps nothing plays it this time */ }
  drawVolume();
}

function drawVolume() {
  const [on, level] = [$('#sound-on'), $('#sound-level')];
  on.checked = volume > 0;
  level.disabled = !volume;
  if (volume) level.value = volume;
}

function told() {
  const now = figures(), began = now.mine === '1' && before.mine !== '1' && now.phase === 'play';
  document.title = `${now.title} · AlfaPower`;
  icon.href = now.mine === '1' ? icon.dataset.turn : icon.dataset.plain;
  if (now.news && now.news !== before.news) say(now.news);
  if (now.played && now.played !== before.played) {
    say(now.played);
    sound(now.words > 0 ? (now.score >= 50 ? 'triumph' : 'word') : 'pass');
  } else if (now.coins > before.coins) sound('coins');
  if (now.phase === 'alfa' && before.phase !== 'alfa') sound('alfa');
  if (began) { shout(now.title); sound('turn'); }
  if (now.phase === 'over' && before.phase !== 'over') { shout(now.title); sound('end'); }
  if (now.opponent !== before.opponent && now.opponent === 'here') sound('back');
  before = now;
}

try { volume = Number(localStorage.getItem(KEPT)) || 0; } catch { /* as if off */ }
drawVolume();
$('#sound-on').addEventListener('change', event => { setVolume(event.target.checked ? 60 : 0); sound('coins'); });
$('#sound-level').addEventListener('change', event => { setVolume(Number(event.target.value)); sound('coins'); });
$$('.only-script').forEach(element => { element.hidden = false; });
onPanels(told);
told();
