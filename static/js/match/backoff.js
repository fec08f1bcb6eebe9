/* When to try again: later and later and at random, so that those who were cut off together do not come back together;
   later still where nobody looks, and never before the server's own word. */
const FIRST = 1000;
const FIRST_UNSEEN = 8000;
const LONGEST = 60_000;
let failures = 0;
let notBefore = 0;

/* In how many ms to try again; the next time is later where this one counts. */
export function pause(counts = true) {
  const first = document.visibilityState === "visible" ? FIRST : FIRST_UNSEEN;
  const most = Math.min(LONGEST, first * 2 ** failures);
  if (counts) failures += 1;
  return Math.max(0, notBefore - performance.now()) + Math.random() * most;
}

/* The ms that the server has named (Retry-After in seconds; text, or null for none). */
export const namedPause = (seconds) => Math.min(Math.max(0, Number(seconds) || 0) * 1000, LONGEST);
export function holdBack(seconds) {
  notBefore = Math.max(notBefore, performance.now() + namedPause(seconds));
}
export const isHeldBack = () => performance.now() < notBefore;

/* The server serves this page again. */
export function served() {
  failures = 0;
  notBefore = 0;
}
