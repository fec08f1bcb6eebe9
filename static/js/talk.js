/* Talk in a match, on its page and on that of the result. The match stands still: what comes is told by a figure, and
   on a phone for six seconds in the lane of the last play. The page asks as its socket opens and whenever it hears that
   something was said; one at rest asks for nothing. */
import { atRest, lineMenu, nonce, post } from "./talk/sending.js";
import { aloud, inLane, soundOf, times } from "./talk/telling.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const place = $("#p-talk");
const { url } = place.dataset;
const rail = $("#rail"); // none on the page of the result
const button = $("#talkbtn");
const narrow = matchMedia("(max-width: 1099px)");
const state = () => $("#talk-state")?.dataset ?? {};
const words = () => $("#talk-words").dataset;
const numberOf = (line) => Number(line.dataset.line);

let asking = null;
let again = false;
let heard = null; // the newest line of others that was told
let read = 0;
let pending = {}; // what was sent and not answered: the same again is the same line

/* ---- where it stands ---- */
const isOpen = () => document.body.classList.contains("talk-open");
const isShown = () =>
  document.visibilityState === "visible" && (!rail || (narrow.matches ? isOpen() : rail.dataset.shows === "talk"));

const LOWEST = 112;
const GAP = 6; // as in static/css/talk/narrow.css
/* As high as the lanes that it takes, so that nothing above moves; the board is held where it stands. */
function takeLanes() {
  const dock = $(".a-dock");
  const match = $("#match");
  const view = $("#boardview").getBoundingClientRect();
  const top = view.top - $(".a-board").getBoundingClientRect().top;
  const { top: begins, height: before } = dock.getBoundingClientRect();
  document.body.classList.add("talk-open");
  const after = dock.getBoundingClientRect().height;
  const seen = innerHeight - begins; // lanes may reach below the window
  const lanes = Math.min(before, seen) - after - GAP;
  match.style.setProperty("--talk-height", `${Math.max(LOWEST, Math.floor(lanes))}px`);
  match.style.setProperty("--board-top", `${top}px`);
}

function open(isWanted) {
  const was = isOpen();
  if (isWanted && !was) takeLanes();
  else document.body.classList.toggle("talk-open", isWanted);
  button.setAttribute("aria-expanded", String(isWanted));
  if (isWanted) {
    if (rail.dataset.shows !== "talk") $("#tab-talk").click();
    look();
    $("#p-talk :is(.linechip, input, .btn):enabled")?.focus({ preventScroll: true });
  } else if (was && place.contains(document.activeElement)) button.focus({ preventScroll: true });
}

function look() {
  toEnd();
  if (heard === null) ask();
  count();
}
const toEnd = () => {
  const log = $("#talk-log");
  if (log) log.scrollTop = log.scrollHeight;
};

/* The figure of what is unread; what is shown is read. */
function count() {
  const newest = Number(state().newest ?? 0);
  const unread = newest > read ? Number(state().unread ?? 0) : 0;
  if (unread && isShown()) {
    read = newest;
    post(`${url}read`, { to: newest }).catch(() => {});
  }
  const left = newest > read ? unread : 0;
  $$("[data-talk-count]").forEach((figure) => {
    figure.textContent = left;
    figure.hidden = !left;
  });
  if (button && $("#talk-words"))
    $(".sr", button).textContent = left ? words()[left === 1 ? "one" : "many"].replace("{0}", left) : words().name;
}

/* ---- what the server has ---- */
/* One at a time; what is heard of meanwhile is asked for once more. */
async function ask() {
  again = true;
  asking ??= (async () => {
    while (again) {
      again = false;
      await fetchParts();
    }
  })().finally(() => {
    asking = null;
  });
  await asking;
}

async function fetchParts() {
  const log = $("#talk-log");
  const isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const chosen = document.activeElement?.dataset?.say;
  const address = log ? `${url}?parts` : url;
  try {
    await window.htmx.ajax("GET", address, { source: place, target: place, swap: log ? "none" : "innerHTML" });
  } catch {
    return; // asked again with the next word of the socket
  }
  if (!$("#talk-state")) return;
  if (!log) remember();
  times(place);
  place.hidden = !rail && !$(".say", place) && $("#talk-said").hidden;
  if (isAtEnd) toEnd();
  if (chosen && !place.contains(document.activeElement)) $(`[data-say="${chosen}"]`)?.focus({ preventScroll: true });
  atRest(state(), $$(".linechip", place));
  tellNew();
  count();
}

function tellNew() {
  const lines = $$(".say:not(.say--me)", place);
  const before = heard;
  heard = Math.max(heard ?? 0, ...lines.map(numberOf));
  if (before === null) return;
  const fresh = lines.filter((line) => numberOf(line) > before);
  if (!fresh.length) return;
  fresh.forEach((line) => aloud(`${$("span", line).textContent} ${$(".say__b", line).textContent.trim()}`));
  soundOf("talk");
  if (rail && narrow.matches && !isOpen()) inLane(fresh.at(-1), () => open(true));
}

/* A part that comes as it is stays as it is: what is being written in it, above all. */
const kept = new Map();
const plain = (element) => element.outerHTML.replace(' hx-swap-oob="true"', "");
const remember = () => $$("[id]", place).forEach((part) => kept.set(part.id, plain(part)));
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const part = fragment.firstElementChild;
  if (!target.id.startsWith("talk-") || !part) return;
  if (kept.get(target.id) === plain(part)) event.detail.shouldSwap = false;
  else kept.set(target.id, plain(part));
});

/* ---- what the player does ---- */
async function send(address, values) {
  const told = $("#talk-told");
  const key = JSON.stringify([address, values]);
  if (pending.key !== key) pending = { key, nonce: nonce() };
  let answer = null;
  try {
    answer = await post(address, { ...values, nonce: pending.nonce });
  } catch {
    answer = { ok: false, message: words().unsent };
  }
  if (answer.code || answer.ok) pending = {};
  told.textContent = answer.message ?? "";
  told.hidden = answer.ok;
  await ask();
  return answer.ok;
}

async function say(chip) {
  const spoken = chip.textContent.trim();
  $$(".linechip", place).forEach((one) => (one.disabled = true));
  if (await send(`${url}say`, { said: chip.dataset.say })) aloud(words().said.replace("{0}", spoken));
  else atRest(state(), $$(".linechip", place));
  toEnd();
}

place.addEventListener("click", (event) => {
  const on = event.target.closest("button, a");
  if (!on) return;
  if (on.dataset.say) say(on);
  else if ("talkClose" in on.dataset) open(false);
  else if (on.dataset.talkPost) post(on.dataset.talkPost, {}).then(ask, ask);
  else lineMenu(on, ask);
});
place.addEventListener("change", ({ target }) => {
  if ("talkText" in target.dataset) send(`${url}text`, { on: target.checked ? "1" : "0" });
});
place.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { text } = event.target.elements;
  const typed = text.value;
  if (!typed.trim()) return;
  if (await send(`${url}say`, { text: typed })) {
    if (text.value === typed) text.value = "";
    aloud(words().said.replace("{0}", typed));
  }
  text.focus({ preventScroll: true });
  toEnd();
});

/* Who takes up a tile or touches a square wants to play: talk gives its lanes back when the finger is off. */
if (rail) {
  button.addEventListener("click", () => open(!isOpen()));
  const playing = ({ target }) => {
    if (isOpen() && target.closest?.(".rt, .cell, .board")) setTimeout(() => open(false));
  };
  document.addEventListener("pointerup", playing, true);
  document.addEventListener("click", playing, true);
  new MutationObserver(() => {
    if (rail.dataset.shows === "talk") look();
    else if (isOpen()) open(false);
  }).observe(rail, { attributeFilter: ["data-shows"] });
  narrow.addEventListener("change", () => open(false));
  document.addEventListener("htmx:wsOpen", ask);
  document.addEventListener("DOMContentLoaded", () => document.body.addEventListener("beside", ask));
} else {
  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("person", ask);
    ask();
  });
}
document.addEventListener("visibilitychange", () => {
  if (isShown()) count();
});
