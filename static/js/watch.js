/* The page of a match for an onlooker: what comes is shown; nothing is sent but signs of life. */
import { $, $$, loadAnew, state } from "./match/page.js";
import "./browser_mark.js";
import { onPanels } from "./match/panels.js";
import { startClock } from "./match/clock.js";
import { drawLast } from "./match/last_squares.js";
import { closeSheet } from "./match/dialogs.js";
import "./match/last_action.js";
import "./match/last_play.js";
import "./match/news.js";

const ZEN = "alfapower-watch-zen";
const MOST_RECENT = 6;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/* The last turns under a phone's board, as the list has them. */
function drawRecent() {
  const turns = $$("#turnlist > .turn:not(.is-running)").slice(0, MOST_RECENT);
  const copies = turns.map((turn) => {
    const copy = turn.cloneNode(true);
    $$("[id]", copy).forEach((part) => part.removeAttribute("id"));
    $$("details", copy).forEach((part) => part.remove());
    copy.removeAttribute("id");
    return copy;
  });
  const list = document.createElement("ol");
  list.className = "turns";
  list.append(...copies);
  $("#recent").replaceChildren(list);
}

let focus = [0, 0];
const cellAt = (row, col) => $(`.cell[data-r="${row}"][data-c="${col}"]`);
/* The board is one stop; arrows go on from square to square, which are read. */
function drawStop() {
  $$('.cell[tabindex="0"]').forEach((cell) => {
    cell.tabIndex = -1;
  });
  cellAt(...focus).tabIndex = 0;
}
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeSheet();
  const step = ARROWS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const group = event.target.closest?.("[role=tablist]");
  if (group) {
    const tabs = $$("[role=tab]", group);
    const next = tabs[(tabs.indexOf(event.target) + step[0] + step[1] + tabs.length) % tabs.length];
    next.click();
    next.focus();
  } else if (event.target.closest?.(".cell")) {
    const within = (at) => Math.min(Math.max(0, at), Number(state().size) - 1);
    focus = focus.map((at, way) => within(at + step[way]));
    drawStop();
    cellAt(...focus).focus({ preventScroll: true });
  } else return;
  event.preventDefault();
});
document.addEventListener("focusin", (event) => {
  const { r, c } = event.target.dataset ?? {};
  if (r === undefined || (Number(r) === focus[0] && Number(c) === focus[1])) return;
  focus = [Number(r), Number(c)];
  drawStop();
});

/* Board, names, totals and clock alone; remembered in this browser. */
const zenButton = $("#zen");
function zen(on) {
  document.body.classList.toggle("is-zen", on);
  zenButton.setAttribute("aria-pressed", on);
}
zenButton.addEventListener("click", () => {
  const on = !document.body.classList.contains("is-zen");
  zen(on);
  try {
    localStorage.setItem(ZEN, on ? "1" : "");
  } catch {
    /* a browser that keeps nothing */
  }
});
try {
  zen(localStorage.getItem(ZEN) === "1");
} catch {
  /* a browser that keeps nothing */
}

/* The next match stands at this one's place in the history: Back leaves the onlooking. */
document.addEventListener("click", (event) => {
  const next = event.target.closest("a#next");
  if (!next || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.replace(next.href);
});

/* The match may be open to this page no more: what stands at the address now says so. */
document.addEventListener("htmx:responseError", ({ detail: { xhr, pathInfo } }) => {
  if (xhr.status === 404 && pathInfo.requestPath === $("#match").dataset.panelsUrl) loadAnew();
});

function refreshed() {
  drawLast();
  startClock();
  drawRecent();
  drawStop();
  document.body.classList.toggle("is-over", state().phase === "over");
}
onPanels(refreshed);
refreshed();
