/* The page of the daily puzzle: tiles are laid as in a match, by the same modules; a try is the play of a match. */
import { $, $$, state } from "./match/page.js";
import { takeFocus } from "./match/focus.js";
import { closeDialog, openDialog } from "./match/dialogs.js";
import { onPanels } from "./match/panels.js";
import { draw } from "./match/draw_board.js";
import { reconcile } from "./match/draft.js";
import { endNaming, nameBlank, recall, shuffle, undo } from "./match/lay_tiles.js";
import { drawMode, focusTarget, leave, play, recheck, send, useSlot } from "./match/targeting.js";
import "./match/pointers.js";
import "./match/keys.js";

/* The tries as squares, with where the puzzle can be tried, and never a word or a square of the answer. */
async function share() {
  const shared = $("#share-text");
  const text = `${shared.value}\n${location.href}`;
  if (navigator.share) await navigator.share({ text }).catch(() => null);
  else if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    $("#shared").textContent = $("#share-texts").dataset.copied;
  } else shared.select();
}

const ACTIONS = {
  play,
  shuffle,
  undo,
  share,
  cancel: leave,
  clear: () => {
    leave();
    recall();
    send({ do: "clear" });
  },
  hint: () => send({ do: "hint" }),
  show: () => openDialog("show"),
  done: () => openDialog("done"),
  "show-it": () => {
    closeDialog("show");
    recall();
    send({ do: "show" });
  },
};
document.addEventListener("click", (event) => {
  const on = event.target.closest("[data-act], [data-slot], [data-l]");
  if (!on || on.disabled) return;
  if (on.dataset.act) ACTIONS[on.dataset.act]();
  else if (on.dataset.slot) {
    useSlot(on);
    if (!event.detail) focusTarget(); // pressed by a key
  } else {
    nameBlank(on.dataset.l);
    closeDialog("blank");
  }
});
$("#d-blank").addEventListener("close", endNaming);

/* Times of day as the reader's own clock has them. */
function drawTimes() {
  const shown = { hour: "2-digit", minute: "2-digit" };
  $$("#done time").forEach((one) => {
    one.textContent = new Date(one.dateTime).toLocaleTimeString(document.documentElement.lang, shown);
  });
}

let phase = state().phase;
function refreshed() {
  reconcile();
  recheck();
  draw();
  takeFocus();
  drawTimes();
  if (state().phase === "over" && phase !== "over") openDialog("done");
  phase = state().phase;
}
onPanels(refreshed);
drawMode();
refreshed();
/* Until here nothing would have been heard: the page's controls were drawn as what cannot be used yet. */
$$("[inert]").forEach((waiting) => {
  waiting.inert = false;
});
