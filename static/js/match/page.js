/* What every part of the match page needs: its elements, the server's word on the match, texts, and what is spoken. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* What the server last said of the match, as strings: version, turn, phase, mine, seat, size, language … */
export const state = () => $("#state").dataset;
export const myTurn = () => state().mine === "1" && state().phase === "play";

/* What stands at this address now, from its top. After a reload a browser scrolls to where it found its place on the
   page before, which is nowhere in particular on that of the result. */
export const loadAnew = () => location.replace(location.pathname + location.search);

/* A text of the page in the reader's language, the game's own or one of every game's; {0}, {1} … are filled in. */
export const text = (key, ...values) =>
  values.reduce(
    (said, value, i) => said.replace(`{${i}}`, value),
    $("#texts-own")?.dataset[key] ?? $("#texts").dataset[key],
  );

/* The text for so many: one has a text of its own. */
export const counted = (key, number) => text(number === 1 ? `${key}One` : key, number);

/* The same words again are news again: a region that still holds them is emptied first, or no screen reader would say
   them. */
const speak = (id) => (message) => {
  const region = $(id);
  if (message && region.textContent === message) {
    region.textContent = "";
    setTimeout(() => {
      region.textContent ||= message;
    }, 100);
  } else if (message) region.textContent = message;
};
/* A page that only looks on says at most one in so many ms: the newest. */
const SAY_EVERY = Number($("#match")?.dataset.sayEvery) || 0;
const live = speak("#live");
let nextSaid = 0;
let unsaid = 0;
export function say(message) {
  const now = performance.now();
  clearTimeout(unsaid);
  if (now < nextSaid) {
    unsaid = setTimeout(() => say(message), nextSaid - now);
    return;
  }
  nextSaid = now + SAY_EVERY;
  live(message);
}
export const shout = speak("#alert");

/* What htmx posts from here bears the token that our own posts bear: fragments come without one. */
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = $("meta[name=csrf-token]").content;
});
