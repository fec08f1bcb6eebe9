/* Powers and decisions: aiming at a square, choosing tiles to swap, buying, the Alfa choice, passing, conceding,
   playing. Which squares are lawful stands on the slot, put there by the server; a power that aims at nothing is
   pressed twice. Nothing is used up before the server agrees. */
import { $, $$, say, shout, state, text } from "./page.js";
import { redraw } from "./focus.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { shownUpTo } from "./panels.js";
import { act } from "./connection.js";
import {
  aims,
  cellAt,
  isUntouched,
  key,
  local,
  named,
  place,
  placement,
  playable,
  rejected,
  where,
} from "./board_state.js";
import { draw } from "./draw_board.js";
import { settle } from "./draft.js";
import { recall } from "./lay_tiles.js";

/* One action at a time but for purchases; a refusal is said in the readout. */
export async function send(action) {
  if (local.busy && action.do !== "buy") return null;
  if (action.do !== "buy") local.busy = action.do;
  draw();
  const answer = await act(action);
  if (action.do !== "buy" && answer.ok) await shownUpTo(answer.version);
  if (action.do !== "buy") local.busy = false;
  if (!answer.ok) refused(answer);
  draw();
  return answer;
}

function refused({ code, message, rejected, html }) {
  local.note = message;
  local.told = html ? { note: message, html } : null;
  local.bad = code === "invalid_words" && Boolean(rejected);
  shout(message);
}

/* Play; what the list has turned down already in this turn is asked for once more. */
export async function play() {
  if (!playable()) return;
  const again = rejected().join(", ");
  if (again) {
    $("#again-said").textContent = text("again", again);
    openDialog("again");
  } else await playTiles();
}

export async function playAgain() {
  closeDialog("again");
  if (playable()) await playTiles();
}

export async function playTiles() {
  local.note = "";
  const laid = [...local.pending.keys()].join(" ");
  const answer = await send({ do: "place", ...placement() });
  if (answer?.ok && laid === [...local.pending.keys()].join(" ")) {
    settle();
    draw();
  }
  return answer;
}

export const pass = () =>
  send({ do: "pass" }).then((answer) => {
    if (answer?.ok) recall();
    return answer;
  });
export const resign = () => send({ do: "resign" });
export const buy = (item) => send({ do: "buy", item });

/* A purchase by its button, which keeps the focus while it waits for the answer. */
export async function buyAt(button) {
  if (button.ariaDisabled) return;
  button.ariaDisabled = "true";
  button.classList.add("is-busy");
  const title = $("h3", button.closest(".item")).textContent;
  const answer = await buy(button.dataset.buy);
  if (answer.ok) {
    say(text("bought", title));
    await shownUpTo(answer.version); // may leave the button as it is
  }
  button.ariaDisabled = null;
  button.classList.remove("is-busy");
}

/* ---- aiming ---- */
const slotOf = (item) => $(`#slots [data-slot="${item}"]`);
const legalTargets = (slot) => new Set(aims(slot).targets.split(" ").filter(Boolean));

export function useSlot(slot) {
  const { slot: item, aim, title } = slot.dataset;
  if (local.aim?.item === item) {
    if (local.mode === "ready") useIt();
    else leave();
    return;
  }
  leave();
  if (aims(slot).usable !== "1") {
    local.note = state().mine === "1" && state().phase === "play" ? text("noTarget", title) : text("notNow");
    draw();
    return;
  }
  choosing({ hand: "swap", cell: "aim", none: "ready" }[aim], { item, title, legal: legalTargets(slot) });
}

function choosing(mode, aim) {
  if (!isUntouched()) recall();
  local.mode = mode;
  local.aim = aim;
  local.swap.clear();
  local.sel = null;
  local.cursor = null;
  local.note = "";
  drawMode();
  draw();
}

/* Swapping is a power of one game, and a turn of its own in the others, which have no slots. */
export function beginSwap() {
  const slots = $("#slots");
  if (slots) useSlot($("[data-aim=hand]", slots));
  else choosing("swap", { item: null, title: text("swapTitle"), legal: new Set() });
}

/* Where the keys go on once a power is chosen by them: the first lawful square, or the hand. */
export function focusTarget() {
  if (local.mode === "aim") {
    const [first] = local.aim.legal;
    local.focus = place(first);
    draw();
    cellAt(...local.focus).focus({ preventScroll: true });
  } else if (local.mode === "swap") $('#rack [tabindex="0"]')?.focus();
}

export function leave() {
  if (local.mode === "play") return;
  local.mode = "play";
  local.aim = null;
  local.target = null;
  local.swap.clear();
  drawMode();
  draw();
}

/* A tap on a square while aiming: a mouse uses at once, a finger aims first and uses with the second tap. */
export function aimAt(cell, atOnce) {
  const at = key(...where(cell));
  if (!local.aim.legal.has(at)) return;
  if (atOnce || local.target === at) {
    use(at);
    return;
  }
  local.target = at;
  drawMode();
  draw(); // the readout says what the second tap does
}

async function useIt() {
  const { item, title } = local.aim;
  const answer = await send({ do: "use", item });
  if (answer?.ok) say(text("used", title));
  leave();
}

async function use(at) {
  const { item, title } = local.aim;
  local.target = at;
  drawMode();
  const answer = await send({ do: "use", item, cell: place(at) });
  if (answer?.ok)
    say(
      text(
        "placed",
        title,
        cellAt(...place(at))
          .getAttribute("aria-label")
          .split(",")[0],
      ),
    );
  leave();
}

export async function swap() {
  if (!local.swap.size) return;
  const traded = [...local.swap].map((ri) => local.hand[ri]);
  const { item } = local.aim;
  const answer = await send(item ? { do: "use", item, tiles: traded } : { do: "swap", tiles: traded });
  if (answer?.ok) say(text("swapped", traded.map(named).join(" ")));
  if (answer) leave();
}
export function mark(ri) {
  if (!local.swap.delete(ri)) local.swap.add(ri);
  draw();
}

/* ---- drawing of the modes, over fresh panels as well ---- */
let usual = null;

export function drawMode() {
  const board = $("#board");
  const aiming = local.mode === "aim";
  board.classList.toggle("is-aim", aiming);
  $$(".cell").forEach((cell) => {
    const at = key(...where(cell));
    const legal = aiming && local.aim.legal.has(at);
    cell.classList.toggle("is-legal", legal);
    cell.classList.toggle("is-target", aiming && local.target === at);
    if (aiming && !legal) cell.setAttribute("aria-disabled", "true");
    else cell.removeAttribute("aria-disabled");
    const label = cell.getAttribute("aria-label").replace(`, ${text("targetable")}`, "");
    cell.setAttribute("aria-label", legal ? `${label}, ${text("targetable")}` : label);
  });
  $$("#slots .slot--full").forEach((slot) => {
    const on = local.aim?.item === slot.dataset.slot;
    slot.classList.toggle("is-on", on);
    slot.setAttribute("aria-pressed", on);
  });
  const actions = $("#actions");
  const swapping = Boolean($(".act--half", actions));
  if (local.mode === "swap" && !swapping) {
    usual = [...actions.childNodes];
    redraw(actions, () => actions.replaceChildren($("#swapping").content.cloneNode(true)));
  }
  if (local.mode !== "swap" && swapping) redraw(actions, () => actions.replaceChildren(...usual));
}

/* Fresh panels may have taken the power away, or changed what it may be used on. */
export function recheck() {
  if (local.mode === "play") return;
  if (!local.aim.item) {
    if (!state().can.includes("swap")) leave();
    return;
  }
  const slot = slotOf(local.aim.item);
  if (!slot || aims(slot).usable !== "1") {
    leave();
    return;
  }
  local.aim.legal = legalTargets(slot);
  drawMode();
}

/* ---- the Alfa choice ---- */
/* It takes the place of the buttons, and the focus with it, but for who writes commands. */
export function offerAlfa() {
  const go = $("#alfago");
  if (!go || go.textContent) return;
  const first = $("#alfapick [role=radio]");
  pick(first);
  if ($("#command")?.hidden ?? true) first.focus({ preventScroll: true });
}

export function pick(radio) {
  $$("#alfapick [role=radio]").forEach((other) => {
    other.setAttribute("aria-checked", other === radio);
    other.tabIndex = other === radio ? 0 : -1;
    $(".tile", other).classList.toggle("tile--alfa", other === radio);
  });
  $("#alfago").textContent = $(".tile__l", radio).textContent.trim();
}

export async function choose(take) {
  const tile = take ? $("#alfapick [aria-checked=true]").dataset.tile : null;
  const answer = await send({ do: "choose", tile });
  if (answer?.ok) say(take ? text("upgraded", tile.replace("?", text("blank"))) : text("declined"));
}

/* Escape, one layer at a time. */
export function stepBack() {
  if (local.mode !== "play") leave();
  else if (local.sel !== null) {
    local.sel = null;
    draw();
  } else if (!isUntouched()) recall();
  else {
    local.cursor = null;
    local.note = "";
    draw();
  }
}

export const raise = (ri) => {
  local.sel = local.sel === ri ? null : ri;
  local.note = "";
  draw();
};
