/* The match screen: its buttons, and what happens after each batch of new panels. */
import { $, $$, say, state, text } from "./match/page.js";
import { takeFocus } from "./match/focus.js";
import { closeDialog, openDialog } from "./match/dialogs.js";
import { onPanels } from "./match/panels.js";
import { begin } from "./match/begin.js";
import { menu } from "./match/menu.js";
import { secondsLeft, standing, startClock } from "./match/clock.js";
import { ask } from "./match/connection.js";
import { cellAt, coord, free, local, named, placement, quote, rejectedAmong } from "./match/board_state.js";
import { draw } from "./match/draw_board.js";
import { drawLast } from "./match/last_squares.js";
import { lay, reconcile, settle } from "./match/draft.js";
import { endNaming, nameBlank, recall, shuffle, undo } from "./match/lay_tiles.js";
import {
  beginSwap,
  buy,
  buyAt,
  choose,
  drawMode,
  focusTarget,
  leave,
  offerAlfa,
  pass,
  pick,
  play,
  playAgain,
  playTiles,
  recheck,
  resign,
  send,
  swap,
  useSlot,
} from "./match/targeting.js";
import { seeAgain } from "./match/last_action.js";
import "./match/last_play.js";
import "./match/news.js";
import "./match/pointers.js";
import "./match/keys.js";

/* The field and its script come when it is opened. */
let commands = null;
async function fetchCommands() {
  const { commands: script, commandsUrl } = $("#match").dataset;
  const [{ commandField }] = await Promise.all([
    import(script),
    $("#command") ?? window.htmx.ajax("GET", commandsUrl, { target: ".a-banner", swap: "beforeend" }),
  ]);
  return commandField(PAGE);
}
const toggleCommands = () => {
  commands ??= fetchCommands();
  return commands.then(
    ({ toggle }) => toggle(),
    () => {
      commands = null; // the network is away: the next time
    },
  );
};
const PAGE = {
  $,
  $$,
  state,
  text,
  say,
  onPanels,
  ask,
  secondsLeft,
  standing,
  cellAt,
  coord,
  free,
  local,
  named,
  placement,
  quote,
  rejectedAmong,
  lay,
  recall,
  buy,
  leave,
  pass,
  playTiles,
  resign,
  send,
};
/* At once, or when there was time to take it back, as the player prefers. */
const passSoon = () => {
  if (document.documentElement.dataset.undoPass !== "on") return pass();
  return import($("#match").dataset.undoPass).then(({ passLater }) => passLater(PAGE, pass), pass);
};
const ACTIONS = {
  play,
  again: playAgain,
  see: seeAgain,
  recall,
  shuffle,
  undo,
  cancel: leave,
  choose: () => choose(true),
  decline: () => choose(false),
  swap: () => (local.mode === "swap" ? swap() : beginSwap()),
  pass: (button) => (button.dataset.concede ? openDialog("concede") : passSoon()),
  concede: () => {
    closeDialog("concede");
    pass();
  },
  commands: () => {
    closeDialog("menu");
    toggleCommands();
  },
  ...menu(resign),
};
document.addEventListener("click", (event) => {
  const on = event.target.closest("[data-act], [data-slot], [data-buy], [data-l], #alfapick [role=radio]");
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act](on);
  else if (on.dataset.slot) {
    useSlot(on);
    if (!event.detail) focusTarget(); // pressed by a key
  } else if (on.dataset.buy) buyAt(on);
  else if (on.dataset.l) {
    nameBlank(on.dataset.l);
    closeDialog("blank");
  } else pick(on);
});
$("#d-blank").addEventListener("close", endNaming);

/* ---- after each batch of panels ---- */
let turn = state().turn;

function refreshed() {
  drawLast();
  if (local.busy === "place" && (state().turn !== turn || state().phase !== "play")) settle();
  turn = state().turn;
  reconcile();
  recheck();
  startClock();
  draw();
  takeFocus();
  offerAlfa();
}

try {
  if (localStorage.getItem("alfapower-commands") === "1") toggleCommands();
} catch {
  /* a browser that keeps nothing */
}
drawMode();
begin(refreshed);
