/* The wire: actions by POST with an id, repeated until answered; panels by the socket, or by asking when it is away.
   The server's version counts: what is older than the page is never drawn. */
import { $, loadAnew, say, state, text } from "./page.js";
import { isOld, panelsCame } from "./panels.js";
import { holdBack, isHeldBack, namedPause, pause, served } from "./backoff.js";

/* What does not hang on the turn that runs. */
const ANY_TURN = ["buy", "resign", "decline", "call_off", "adjourn", "wait_on"];

const page = $("#match");
const TOKEN = $("meta[name=csrf-token]").content;
const OFTEN = 40; // tries, a minute of them: for so long a late action may count as in time
const SIGNED_OUT = 4401;
const NEVER_AGAIN = [4400, 4403, 4410];
const NOT_OPEN = 4404; // to this onlooker, or no more
const TOO_MANY_WATCH = 4429;
const NEVER_MS = 2 ** 31 - 1; // the longest that a timer takes
const READ_EVERY = Number(page.dataset.readEvery) || 1000;
const IN_LINE = 20_000; // so long the server may let a socket wait that it will open
const RETURN_TRIES = 8; // half a minute: the new session is there with the answer to the sign-up
const SPREAD_MS = 12_000; // over so long pages that were cut off together ask: their matches come first
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

let socket = null;
let current = null;
let discarded = null; // given up for a new one; its own close may be long in coming
let open = false;
let losses = 0;
let lostAt = 0;
let heard = performance.now();
let reading = false;
let failing = 0;
let nextTry = 0; // of the socket
let trying = 0; // its timer
let opening = 0; // since when a socket is being opened; 0 while none is
let swallowed = false; // panels came and the socket did not
let nextReading = 0;
let unserved = false; // panels were last asked for in vain
let crowded = false; // too many watch: this page asks, and its socket is tried now and then
let joined = false; // the socket has said something: from now on the page is told what becomes of its person
let wasAway = false; // it was not told for a while
const drawnAt = state().version;

export const canSend = () => open || failing === 0;

/* crypto.randomUUID needs https; a page on the local network has none. */
const nonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

function post(url, body, seconds, { keepalive = false, headers = {} } = {}) {
  return fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    keepalive,
    signal: AbortSignal.timeout(seconds * 1000),
    headers: { "Content-Type": "application/json", "X-CSRFToken": TOKEN, ...headers },
  });
}

/* Send an action and say how it went: {ok, code, message, version, …}. The same bytes go out again until there is an
   answer, so a lost answer never means a second action; what says when they came first goes with them. */
export async function act(action) {
  const message = { ...action, nonce: nonce() };
  if (!ANY_TURN.includes(action.do)) message.turn = Number(state().turn);
  const headers = { "X-Seat": page.dataset.seat };
  for (let tries = 0; ; tries += 1) {
    let response = null;
    try {
      response = await post(page.dataset.actUrl, message, 10, { headers });
    } catch {
      /* the network: again below */
    }
    if (response && response.status < 500) {
      failing = 0;
      return settle(response);
    }
    if (response) headers["X-Stamp"] = (await response.json().catch(() => ({}))).stamp || headers["X-Stamp"] || "";
    failing += 1;
    if (tries > 0) banner();
    const most = Math.min(tries < OFTEN ? 2000 : 8000, 300 * 2 ** tries);
    await wait(namedPause(response?.headers.get("Retry-After")) + most * (0.5 + Math.random() / 2));
  }
}

async function settle(response) {
  banner();
  let answer;
  try {
    answer = await response.json();
  } catch {
    answer = { ok: false, code: "gone", message: text("deadPage") };
  }
  if (answer.code === "stale") await refresh();
  else if (answer.version)
    wait(open ? 400 : 0).then(() => {
      if (Number(state().version) < answer.version) refresh();
    });
  return answer;
}

/* What the tiles as laid would be worth; null when there is no answer. */
export async function ask(placement) {
  try {
    const response = await post(page.dataset.readoutUrl, placement, 5);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/* Have the server keep the tiles laid so far instead of the draft with that mark, null for whichever there is: its
   answer, without a code where there was none. */
export async function keepDraft(placement, mark, leaving = false) {
  if (!page.dataset.draftUrl) return { ok: true }; // a page whose tiles nobody keeps
  const message = { version: Number(state().version), ...placement, ...(mark !== null && { mark }) };
  try {
    return await (await post(page.dataset.draftUrl, message, 5, { keepalive: leaving })).json();
  } catch {
    return {};
  }
}
/* The tiles that another page of the same player has laid; null when there is no answer. */
export async function readDraft() {
  if (!page.dataset.draftUrl) return null;
  try {
    const found = await (await fetch(page.dataset.draftUrl, { signal: AbortSignal.timeout(5000) })).json();
    return found.tiles ? found : null;
  } catch {
    return null;
  }
}

/* What this page shows: who is at that has nothing to draw for it. */
const shows = () => ({
  shows: state().version,
  screen: page.dataset.screen,
  ...(page.dataset.browser && { browser: page.dataset.browser }),
  eyes: $("#eyes > span")?.textContent || 0, // how many watch
});

/* Read all panels anew; only where there are newer ones with `values` that say what the page shows. */
export async function refresh(values = {}) {
  if (reading) return;
  reading = true;
  nextReading = performance.now() + READ_EVERY * (1 + Math.random());
  try {
    await window.htmx.ajax("GET", page.dataset.panelsUrl, { target: "#wire", swap: "none", values });
  } catch {
    /* asked again below, while the socket is away */
  }
  reading = false;
  panelsCame();
}
document.addEventListener("htmx:responseError", ({ detail: { xhr, pathInfo } }) => {
  if (pathInfo.requestPath !== page.dataset.panelsUrl) return;
  holdBack(xhr.getResponseHeader("Retry-After"));
  nextReading = performance.now() + pause(false); // the socket's tries count
});
document.addEventListener("htmx:sendError", () => {
  nextReading = performance.now() + pause(false); // the socket's tries count
});

/* The server answers again: its socket is tried at once, instead of when it would have been had it stayed away. */
document.addEventListener("htmx:afterRequest", ({ detail: { successful, pathInfo } }) => {
  if (pathInfo.requestPath !== page.dataset.panelsUrl) return;
  const isBack = successful && unserved;
  unserved = !successful;
  swallowed ||= successful && opening > 0;
  if (!isBack || open || losses < 1 || crowded) return;
  served();
  tryLater(Math.random() * READ_EVERY);
});

export const tell = (message) => {
  if (open) socket.send(JSON.stringify(message));
};
const isSeen = () => document.visibilityState === "visible";
const seen = () => tell({ kind: "seen", version: Number(state().version), visible: isSeen() || undefined });
export const nudge = () => (open ? tell({ kind: "nudge" }) : refresh());

/* ---- the socket ---- */
/* The timers of htmx cannot be stopped, and would close a socket that works. */
window.htmx.config.wsReconnectDelay = () => NEVER_MS;
window.htmx.createWebSocket = (url) => {
  opening = performance.now();
  return new WebSocket(`${url}&${new URLSearchParams(shows())}`);
};
document.addEventListener("htmx:wsOpen", (event) => {
  current = event.detail.event.target;
  socket = event.detail.socketWrapper;
  open = true;
  opening = 0;
  swallowed = false;
  wasAway ||= losses > 0;
  losses = 0;
  joined = false;
  failing = 0;
  heard = performance.now();
  banner();
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  heard = performance.now();
  if (isOld(event.detail.message)) event.preventDefault();
});
document.addEventListener("htmx:wsAfterMessage", () => {
  served();
  if (crowded) {
    crowded = false;
    banner();
  }
  const beat = $("#beat").dataset;
  if (Number(beat.version) > Number(state().version)) refresh();
  if ("person" in beat) {
    delete beat.person; // said once
    window.htmx.trigger(document.body, "person");
  }
  if ("beside" in beat) {
    delete beat.beside;
    window.htmx.trigger(document.body, "beside");
  }
  if (!joined) askForPerson();
  joined = true;
  panelsCame();
  seen();
});

/* What became of the person before the socket joined is asked for where the match went on since the page was drawn;
   after an absence in any case, but not by all pages in the same moment. */
function askForPerson() {
  if (!wasAway && state().version === drawnAt) return;
  setTimeout(() => window.htmx.trigger(document.body, "person"), wasAway ? SPREAD_MS * Math.random() : 0);
  wasAway = false;
}

document.addEventListener("htmx:wsClose", (event) => {
  const { code, target } = event.detail.event;
  if (target === discarded || (open && target !== current)) return; // one before, closing late
  if ((open && !crowded) || !lostAt) lostAt = performance.now(); // a crowded server opens it to say so
  crowded = code === TOO_MANY_WATCH;
  socket = event.detail.socketWrapper;
  open = false;
  opening = 0;
  losses += 1;
  if (code === SIGNED_OUT) {
    returnAsNow();
    return;
  }
  if (code === NOT_OPEN) {
    loadAnew(); // what stands at the address says so
    return;
  }
  if (crowded) {
    tryLater(IN_LINE * (3 + 3 * Math.random())); // until then the page asks
    return;
  }
  if (NEVER_AGAIN.includes(code)) {
    losses = -1;
    banner();
    return;
  }
  tryLater();
});
function tryLater(ms = pause()) {
  nextTry = performance.now() + ms;
  clearTimeout(trying);
  trying = setTimeout(() => {
    if (!open) socket.reconnect();
  }, ms);
}

/* Who signs up on another page of this browser has a new session there, and the match with it: this page is loaded
   anew. */
async function returnAsNow() {
  for (let tries = 0; tries < RETURN_TRIES; tries += 1) {
    await wait(1000 * (tries + 1));
    const answer = await fetch(page.dataset.panelsUrl, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (answer?.ok && !answer.redirected) {
      loadAnew();
      return;
    }
  }
  losses = -1;
  banner();
}
/* Once a second: say that the socket is away, ask for panels unless the socket is about to be tried or stands in the
   server's line, and take a silent socket for a lost one. A page without a socket changes by its own actions alone. */
const hasSocket = $("#wire").hasAttribute("ws-connect");
setInterval(() => {
  if (!hasSocket) return;
  const now = performance.now();
  const patience = $("#clock").dataset.full ? 16_000 : 45_000;
  if (open && now - heard > patience) replace();
  if (open || now - lostAt < 1500) return;
  banner();
  const isInLine = opening > 0 && !swallowed && now - opening < IN_LINE;
  const isBusy = Math.abs(now - nextTry) < READ_EVERY || isHeldBack();
  if (losses !== -1 && isSeen() && now >= nextReading && !isBusy && !isInLine) refresh(shows());
}, 1000);
/* Give up a socket that seems open. On a dead network it takes long to close: what it says then is of the past. */
function replace() {
  discarded = current;
  open = false;
  wasAway = true;
  lostAt = performance.now();
  socket.reconnect();
}
document.addEventListener("visibilitychange", () => {
  if (!isSeen()) return;
  comeBack();
  seen();
});
/* What the browser says of its network saves waiting: whether it is right, the socket finds out. */
addEventListener("offline", () => {
  if (open) replace();
});
addEventListener("online", comeBack);

function banner() {
  const place = $("#net");
  const away = (!open || crowded) && lostAt && performance.now() - lostAt >= 1500;
  const message =
    losses === -1
      ? text("deadPage")
      : away
        ? crowded
          ? text("crowded")
          : text("reconnecting", Math.max(losses, 1))
        : failing
          ? text("sending")
          : "";
  $("#dot-you")?.classList.toggle("is-wait", Boolean(message));
  if (!message) {
    place.replaceChildren();
    return;
  }
  if (!place.firstElementChild) {
    place.append($("#net-away").content.cloneNode(true));
    say(message);
  }
  $("b", place).textContent = message;
  if (away && performance.now() - lostAt > 60_000) $(".words", place).textContent = text("gone");
}
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-reconnect]")) return;
  if (losses === -1) loadAnew();
  else comeBack();
});
/* Somebody looks, or the network is back: at once, unless the server has said when. The socket brings the screen. */
function comeBack() {
  if (open || losses === -1 || isHeldBack()) return;
  nextTry = performance.now();
  clearTimeout(trying);
  socket?.reconnect();
}
