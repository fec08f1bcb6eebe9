/* Panels that come: never an older one, never the same one twice. */
import { $, state } from "./page.js";
import { leaveFocus } from "./focus.js";

const listeners = [];

/* Call after each batch of new panels. */
export const onPanels = (listener) => listeners.push(listener);
/* A batch of new panels is on the page. */
export const panelsCame = () => listeners.forEach((listener) => listener());

/* An answer is small and the panels are not: resolves when the page shows what the answer told of. */
let behind = [];
export const shownUpTo = (version) =>
  new Promise((done) => {
    behind.push({ version, done });
    arrived();
  });
function arrived() {
  const now = Number(state().version);
  behind = behind.filter(({ version, done }) => version > now || done());
}
onPanels(arrived);

const shown = new Map();
document.querySelectorAll("[id]").forEach((element) => shown.set(element.id, element.outerHTML));
let unfolded = [];

const versionIn = (html) =>
  Math.max(...[...html.matchAll(/id="(?:state|beat)"[^>]*?data-version="(\d+)"/g)].map((m) => Number(m[1])), 0);
/* What names no version is of no age: a definition, a card. */
export const isOld = (html) => {
  const version = versionIn(html);
  return version > 0 && version < Number(state().version);
};

/* A piece that comes says of itself only what is new: the rest is as it was on what it takes the place of. */
const kept = ($("#match").dataset.kept ?? "").split(" ").filter(Boolean);
const keep = (was, now) =>
  kept
    .filter((name) => was.hasAttribute(name) && !now.hasAttribute(name))
    .forEach((name) => now.setAttribute(name, was.getAttribute(name)));

/* What comes is a panel, a piece of one, or pieces to put first in a list, of which some may be there already. */
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const isWhole = fragment.firstElementChild.id === target.id;
  if (isWhole) keep(target, fragment.firstElementChild);
  if (!isWhole) [...fragment.children].forEach((piece) => document.getElementById(piece.id) && piece.remove());
  const html = fragment.firstElementChild?.outerHTML;
  const isSame = isWhole && target.id !== "beat" && shown.get(target.id) === html; // a beat may say twice what is new
  if (!html || isSame) {
    event.detail.shouldSwap = false;
    return;
  }
  for (let around = target; around; around = around.parentElement) shown.delete(around.id);
  if (!isWhole) return;
  target.querySelectorAll("[id]").forEach((inside) => shown.delete(inside.id));
  // htmx copies the attributes of what has an id, and our policy allows no style attribute: that of a tile in a row
  // that a pointer parts.
  [target, ...target.querySelectorAll("[style]")].forEach((part) => part.removeAttribute("style"));
  shown.set(target.id, html);
  leaveFocus(target);
  unfolded.push(...[...target.querySelectorAll("details[open]")].map((details) => details.id));
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOld(event.detail.serverResponse)) event.detail.shouldSwap = false;
});
onPanels(() => {
  unfolded.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  unfolded = [];
});
