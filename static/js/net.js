/* The wire: actions by POST with an id, repeated until answered; panels by the socket, or by asking when it is away.
   The server's version counts: what is older than the page is never drawn. */
import { $, say, state, text } from './page.js';

const page = $('#match');
const TOKEN = $('meta[name=csrf-token]').content;
const NEVER_AGAIN = [4400, 4401, 4403, 4410], RETRIED_BY_HTMX = [1006, 1011, 1012, 1013];
const wait = ms => new Promise(done => setTimeout(done, ms));
const listeners = [];
let socket = null, current = null, open = false, losses = 0, lostAt = 0, heard = performance.now(), reading = false, failing = 0;

/* Call after each batch of new panels. */
export const onPanels = listener => listeners.push(listener);
export const connected = () => open;
export const canSend = () => open || failing === 0;

/* crypto.randomUUID needs https; a page on the local network has none. */
const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map(n => n.toString(16).padStart(2, '0')).join('');

function post(url, body, seconds, keepalive = false) {
  return fetch(url, {
    method: 'POST', body: JSON.stringify(body), keepalive, signal: AbortSignal.timeout(seconds * 1000),
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': TOKEN },
  });
}

/* Send an action and say how it went: {ok, code, message, version, …}. The same id goes out again until there is an
   answer, so a lost answer never means a second action. */
export async function act(action) {
  const message = { ...action, nonce: nonce() };
  if (action.do !== 'buy' && action.do !== 'resign') message.turn = Number(state().turn);
  for (let tries = 0; ; tries += 1) {
    let response = null;
    try { response = await post(page.dataset.actUrl, message, 10); } catch { /* the network: again below */ }
    if (response && response.status < 500) { failing = 0; return settle(response); }
    failing += 1;
    if (tries > 0) banner();
    await wait(Math.min(8000, 300 * 2 ** tries) * (.5 + Math.random() / 2));
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
    const answer = await (await post(page.dataset.draftUrl, message, 5, leaving)).json();
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
let focused = null, unfolded = [];

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

document.addEventListener('htmx:oobBeforeSwap', event => {
  const { target, fragment } = event.detail, html = fragment.firstElementChild.outerHTML;
  if (shown.get(target.id) === html) { event.detail.shouldSwap = false; return; }
  shown.set(target.id, html);
  if (target.contains(document.activeElement)) focused = whereIs(document.activeElement);
  unfolded.push(...[...target.querySelectorAll('details[open]')].map(details => details.id));
});
document.addEventListener('htmx:beforeSwap', event => { if (isOld(event.detail.serverResponse)) event.detail.shouldSwap = false; });
onPanels(() => {
  unfolded.forEach(id => document.getElementById(id)?.setAttribute('open', ''));
  unfolded = [];
  if (focused && (!document.activeElement || document.activeElement === document.body)) $(focused)?.focus({ preventScroll: true });
  focused = null;
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
  if (NEVER_AGAIN.includes(code)) { losses = -1; banner(); return; }
  if (!RETRIED_BY_HTMX.includes(code)) wait(Math.random() * 3000).then(() => { if (!open) socket.reconnect(); });
});

/* Once a second: say that the socket is away, ask for panels meanwhile, and take a silent socket for a lost one. */
setInterval(() => {
  const now = performance.now(), patience = $('#timer').dataset.full ? 16_000 : 45_000;
  if (open && now - heard > patience) { heard = now; socket.reconnect(); }
  if (open || now - lostAt < 1500) return;
  banner();
  if (losses !== -1 && document.visibilityState === 'visible') refresh();
}, 1000);
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible' && !open) refresh(); });

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
  else if (!open) { socket?.reconnect(); refresh(); }
});
