/* The board's zoom: the button, two fingers, and what is seen of it. */
import { $, state } from "./page.js";
import { local, place } from "./board_state.js";

const EDGE = 28;
const EDGE_STEP = 9;
const view = $("#boardview");
const zoomButton = $("#zoombtn");
export const isZoomed = () => view.classList.contains("is-zoom");
const USUAL = 1.6;
const LEAST = 1.12;
const SQUARE = 30; // px, what a zoomed square has at least

/* How many times as large a zoomed board is, unless fingers choose: no square is too small for one. */
const usual = () => Math.max(USUAL, (Number(state().size) * SQUARE) / view.clientWidth);

/* Zoom in on a square, or out again. */
export function zoom(on, [row, col], times = usual()) {
  const size = Number(state().size);
  view.style.setProperty("--zoom", on ? times : "");
  view.classList.toggle("is-zoom", on);
  zoomButton.setAttribute("aria-pressed", on);
  if (!on) return;
  const wide = $(".boardbox", view).clientWidth;
  view.scrollTo(((col + 0.5) / size) * wide - view.clientWidth / 2, ((row + 0.5) / size) * wide - view.clientWidth / 2);
}
zoomButton.addEventListener("click", () => {
  const middle = (Number(state().size) - 1) / 2;
  zoom(!isZoomed(), [...local.pending.keys()].map(place).at(-1) ?? local.focus ?? [middle, middle]);
});

/* A tile held near the edge of a zoomed board brings on what lies beyond. */
export function followEdge(x, y) {
  const box = view.getBoundingClientRect();
  if (!isZoomed() || y < box.top || y > box.bottom) return;
  const step = (at, low, high) => (at < low + EDGE ? -EDGE_STEP : at > high - EDGE ? EDGE_STEP : 0);
  view.scrollBy(step(x, box.left, box.right), step(y, box.top, box.bottom));
}

/* Move what is seen of a zoomed board, in pixels. */
export const scrollBoard = (right, down) => view.scrollBy(right, down);

const spread = (fingers) => {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
};

/* Two fingers are on the board: how far apart, how large it is, and the place between them. */
export function beginPinch(fingers) {
  const box = view.getBoundingClientRect();
  const inner = $(".boardbox", view).getBoundingClientRect();
  const [a, b] = [...fingers.values()];
  const x = (a[0] + b[0]) / 2;
  const y = (a[1] + b[1]) / 2;
  return {
    wide: spread(fingers),
    times: inner.width / box.width,
    x: x - box.left,
    y: y - box.top,
    row: (y - inner.top) / inner.height,
    col: (x - inner.left) / inner.width,
  };
}

/* They have moved: the board grows and shrinks with them, around the place that was between them. */
export function stretch(pinch, fingers) {
  if (fingers.size < 2) return;
  const times = Math.min(usual() * 1.5, (pinch.times * spread(fingers)) / pinch.wide);
  const on = times > LEAST;
  zoom(on, [0, 0], times);
  if (!on) return;
  const wide = $(".boardbox", view).clientWidth;
  view.scrollTo(pinch.col * wide - pinch.x, pinch.row * wide - pinch.y);
}
