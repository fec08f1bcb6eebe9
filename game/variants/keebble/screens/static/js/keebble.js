/* Keebble's match page: options are taken up, carried out cell by cell, and committed. Nothing is sent before that. */
import { shout, state, text } from "./match/page.js";
import { begin } from "./match/begin.js";
import { startClock } from "./match/clock.js";
import { drawLast } from "./match/last_squares.js";
import { takeFocus } from "./match/focus.js";
import "./match/last_play.js";
import "./match/news.js";
import { carry, reconcile, resume } from "./keebble/carry.js";
import { draw } from "./keebble/draw.js";
import "./keebble/press.js";
import "./keebble/keys.js";

let round = state().round;
resume();

begin(() => {
  drawLast();
  startClock();
  reconcile();
  draw();
  takeFocus();
  const now = state();
  if (now.round !== round && now.lastRound && now.phase !== "over") shout(text("last"));
  round = now.round;
});
/* The clock says when it is nearly too late. */
setInterval(() => {
  if (carry.option) draw();
}, 1000);
