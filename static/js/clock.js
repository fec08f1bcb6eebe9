/* The clock: counts down from the milliseconds the server named, by the page's own monotonic clock, never the time of day. */
import { $, myTurn, say, state, text } from './page.js';
import { nudge } from './net.js';

const SPOKEN = [30, 10, 5], PAST_ZERO = 3000;
let timer = null, heading = '', left = 0, full = 0, since = 0, nudged = false, last = null;

/* Take up a timer the server has drawn anew. */
export function wind() {
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
  if (mine && last !== null && SPOKEN.includes(seconds)) say(text('leftOnly', seconds));
  last = seconds;
}

setInterval(tick, 200);
