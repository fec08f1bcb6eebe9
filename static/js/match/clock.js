/* The clock: counts down from the milliseconds the server named, by the page's own monotonic clock, never the time of
   day. */
import { $, myTurn, say, shout, state, text } from "./page.js";
import { nudge } from "./connection.js";
import { sound } from "./sound.js";

const SPOKEN = [30, 5];
const SHOUTED = 10;
const TICKING = [10, 5, 4, 3, 2, 1];
const PAST_ZERO = 3000;
let drain = null;
let beat = null;
let drained = 0;
let clock = null;
const heading = () => clock.dataset.heading || state().title;
let left = 0;
let full = 0;
let since = 0;
let nudged = false;
let last = null;

/* Take up a timer, and a window for coming back, that the server has drawn anew. */
export function startClock() {
  if ($("#banner .drain") !== drain) {
    drain = $("#banner .drain");
    drained = performance.now();
    waited();
  }
  const drawn = $("#clock");
  const told = $("#beat");
  if (drawn === clock) {
    if (clock.dataset.running !== "1") $("#timer .timer__h").textContent = heading(); // it ticks nowhere else
    if (told !== beat && told.dataset.left) windTo(Number(told.dataset.left));
    beat = told;
    return;
  }
  beat = told;
  clock = drawn;
  $("#timer .timer__h").textContent = heading();
  last = null;
  full = Math.max(Number(clock.dataset.full), Number(clock.dataset.left));
  windTo(Number(clock.dataset.left));
}

/* The server's word on what is left: the page's own clock may have stood still, as in a computer that slept. */
function windTo(milliseconds) {
  since = performance.now();
  nudged = false;
  left = milliseconds;
  tick();
}

export const secondsLeft = () =>
  clock?.dataset.running === "1" ? Math.max(0, Math.ceil((left - (performance.now() - since)) / 1000)) : null;

/* Both scores, one's coins and the time left, in a sentence. */
export const standing = () =>
  text(
    "score",
    $("#score-you").textContent,
    $("#score-opp").textContent,
    $("#coins-you")?.textContent,
    secondsLeft() === null ? "" : text("leftOnly", secondsLeft()),
  );

function tick() {
  if (clock?.dataset.running !== "1") return;
  const now = left - (performance.now() - since);
  const { reserve } = clock.dataset;
  const seconds = secondsLeft();
  if (reserve) inDays(now, reserve);
  else {
    // On an element without an id: htmx copies the attributes of those it swaps, and our policy allows no style
    // attribute.
    $("#timer .timer__ring").style.setProperty("--left", Math.max(0, now / full));
    if (seconds !== last) show(seconds);
  }
  if (now < -PAST_ZERO && !nudged) {
    nudged = true;
    nudge();
  }
}

/* A slow match: its words come when they are needed; until then the page says what the site drew. */
const inDays = (now, reserve) =>
  import($("#days-words").dataset.src).then(({ showDays }) => showDays(now, +reserve, +clock.dataset.full), Boolean);

function show(seconds) {
  const whole = Math.round(full / 1000);
  const hurry = seconds <= 10;
  const mine = state().mine === "1";
  const timer = $("#timer");
  timer.classList.toggle("is-now", hurry);
  timer.classList.toggle("is-soon", !hurry && seconds <= Math.min(25, whole * 0.4));
  $(".timer__n", timer).textContent = seconds;
  $(".timer__h", timer).textContent = hurry && myTurn() ? text("hurry") : heading();
  $(".timer__s", timer).textContent = text("left", seconds, whole);
  if (mine && last !== null) {
    if (SPOKEN.includes(seconds)) say(text("leftOnly", seconds));
    if (seconds === SHOUTED) shout(text("leftOnly", seconds));
    if (TICKING.includes(seconds)) sound(seconds === SHOUTED ? "hurry" : "tick");
  }
  last = seconds;
}

/* How long the match still waits for one who is away: 4:32, or 23:59:10. */
function waited() {
  if (!drain) return;
  const rest = Math.max(0, Number(drain.dataset.left) - (performance.now() - drained));
  const seconds = Math.ceil(rest / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].slice(seconds < 3600 ? 1 : 0);
  drain.style.setProperty("--left", rest / Number(drain.dataset.full));
  const left = parts.map((part, i) => (i ? String(part).padStart(2, "0") : part)).join(":");
  document.querySelectorAll("#banner [data-away]").forEach((figure) => (figure.textContent = left));
}

setInterval(() => {
  tick();
  waited();
}, 200);
