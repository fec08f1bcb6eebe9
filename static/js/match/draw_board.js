/* Draws the player's tentative tiles, the cursor, the buttons and the readout over the server's panels. */
import { $, $$, state, text } from "./page.js";
import { game } from "./game.js";
import { hint, line, readout, worth } from "./readout.js";
import {
  aims,
  cellAt,
  coord,
  free,
  homeOf,
  isUntouched,
  isUsed,
  key,
  local,
  place,
  playable,
  quote,
  rejected,
  shown,
  unnamed,
  where,
} from "./board_state.js";

export function draw() {
  game.beforeDrawn?.();
  drawCells();
  drawRack();
  drawCursor();
  drawButtons();
  drawBubble();
  drawReadout();
  game.allDrawn?.();
}

/* Points are not shown while tiles are laid: the player prefers to count. Why they may not lie so is. */
const isQuiet = () => document.documentElement.dataset.readout === "off" && !local.bad && !quote()?.code;

/* A number whose minus is a real one. */
const figure = (number) => String(number).replace("-", "−");

const rackTile = (ri) => $(`#rack [data-ri="${ri}"]`);
const tileOf = (ri) => (ri < 0 ? $(".tile:not(.tile--new, .was)", cellAt(...homeOf(ri))) : $(".tile", rackTile(ri)));

function drawCells() {
  $$(".cell.is-pending").forEach((cell) => {
    const at = key(...where(cell));
    const laid = local.carried?.at === at ? null : local.pending.get(at);
    if (laid && cell.dataset.mine === JSON.stringify(laid)) return;
    $(".tile--new", cell)?.remove();
    cell.classList.remove("is-pending", "is-bad");
    cell.setAttribute("aria-label", cell.dataset.label);
    delete cell.dataset.mine;
  });
  const isBad = local.bad || rejected().length > 0;
  local.pending.forEach((laid, at) => {
    if (local.carried?.at === at) return;
    const cell = cellAt(...place(at));
    cell.classList.toggle("is-bad", isBad);
    if (cell.dataset.mine) return;
    const tile = tileOf(laid.ri).cloneNode(true);
    const under = state().alfaReplace === "1" && $(".tile__l", cell)?.textContent;
    tile.classList.add("tile--new");
    if (laid.letter) $(".tile__l", tile).textContent = laid.letter;
    cell.append(tile);
    cell.classList.add("is-pending");
    cell.dataset.mine = JSON.stringify(laid);
    cell.dataset.label = cell.getAttribute("aria-label");
    const said = text("newTile", coord(place(at)), shown(laid));
    cell.setAttribute("aria-label", under ? `${said}, ${text("replaces", under)}` : said);
    game.drawn?.(cell, laid);
  });
}

function drawRack() {
  const tray = $("#rack");
  const wanted = local.order.map(rackTile);
  if (wanted.some((tile, i) => tray.children[i] !== tile)) tray.prepend(...wanted);
  wanted.forEach((tile, i) => {
    const ri = local.order[i];
    const used = isUsed(ri) || local.carried?.ri === ri;
    const chosen = local.sel === ri || local.swap.has(ri);
    tile.classList.toggle("is-used", used);
    tile.classList.toggle("is-sel", local.sel === ri);
    tile.classList.toggle("is-swap", local.swap.has(ri));
    tile.setAttribute("aria-selected", chosen);
    tile.ariaPosInSet = i + 1;
    tile.setAttribute("aria-disabled", used);
    tile.tabIndex = ri === free()[0] ? 0 : -1;
  });
}

function drawCursor() {
  const focus = local.focus ?? [(Number(state().size) - 1) / 2, (Number(state().size) - 1) / 2];
  $$('.cell[tabindex="0"]').forEach((cell) => {
    cell.tabIndex = -1;
  });
  cellAt(...focus).tabIndex = 0;
  $$(".cell.is-cursor").forEach((cell) => {
    cell.classList.remove("is-cursor");
    $(".arrow", cell)?.remove();
  });
  const cell = local.cursor && local.mode === "play" && cellAt(local.cursor.r, local.cursor.c);
  if (!cell) return;
  cell.classList.add("is-cursor");
  if (!$(".tile", cell)) {
    cell.append($("#arrow").content.cloneNode(true));
    $(".arrow", cell).classList.toggle("arrow--down", local.cursor.down);
  }
}

/* The page of a puzzle has fewer buttons. Not every browser tells of a focus that ends because its button is switched
   off, so it is ended here (match/focus.js gives it on). */
const switchOff = (button, off) => {
  if (!button) return;
  button.disabled = off;
  if (off && document.activeElement === button) button.blur();
};

function drawButtons() {
  const button = (name) => $(`#actions [data-act=${name}]`);
  $$("#slots .slot--full").forEach((slot) => {
    slot.ariaDisabled = aims(slot).usable === "1" ? null : "true";
  });
  $("#actions").ariaBusy = local.busy ? "true" : null;
  if (local.mode === "swap") {
    switchOff(button("swap"), !local.swap.size || local.busy);
    $("[data-points]", button("swap")).textContent = local.swap.size || "";
    return;
  }
  ["swap", "pass"].forEach((name) => switchOff(button(name), !state().can.split(" ").includes(name)));
  switchOff(button("recall"), isUntouched());
  switchOff(button("play"), !playable());
  button("play").classList.toggle("is-busy", local.busy);
  const isBad = local.bad || rejected().length > 0;
  button("play").classList.toggle("is-doubtful", isBad);
  $("[data-points]", button("play")).textContent =
    quote()?.code === "" && !isBad && !isQuiet() ? figure(quote().score) : "";
}

/* Not wrong, but not done: no tile of the hand is laid. */
const UNFINISHED = "no_tiles";

const kindOf = (said) => {
  if (said.code) return said.code === UNFINISHED ? "" : "bad";
  return game.kind?.(said) ?? "";
};

/* Where the bubble may lie, the best first, as the upper left corner in squares: beside the end of a word down, below
   the end of one across, never on the word's next square; then on the other side, and at the other end. */
function spots([row, col], [top, left], down, [wide, high]) {
  if (!down) return [col, left].flatMap((at) => [row + 1.1, row - high - 0.1].map((y) => [at + 0.5 - wide / 2, y]));
  return [row, top].flatMap((at) => [col + 1.1, col - wide - 0.1].map((x) => [x, at + 0.6]));
}

/* How many tiles a bubble of that size covers there. */
function covered([x, y], [wide, high]) {
  let tiles = 0;
  for (let row = Math.floor(y + 0.2); row < y + high - 0.2; row += 1)
    for (let col = Math.floor(x + 0.2); col < x + wide - 0.2; col += 1)
      if (cellAt(row, col)?.querySelector(".tile")) tiles += 1;
  return tiles;
}

function drawBubble() {
  $(".bubble")?.remove();
  if (!local.pending.size || !(local.bad || quote()) || quote()?.code === UNFINISHED || isQuiet()) return;
  const cells = [...local.pending.keys()].map(place).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const bubble = document.createElement("span");
  const fine = !local.bad && quote().code === "" && !rejected().length;
  bubble.className = `bubble${!fine ? " is-bad" : quote().score < 0 ? " is-neg" : ""}`;
  bubble.setAttribute("aria-hidden", "true");
  if (fine) bubble.textContent = figure(quote().score);
  else bubble.append($("#bubble-bad").content.cloneNode(true));
  $("#board").append(bubble);
  const size = Number(state().size);
  const share = size / $("#board").clientWidth;
  const room = [bubble.offsetWidth * share, bubble.offsetHeight * share];
  const down = cells.length > 1 && cells.at(-2)[1] === cells.at(-1)[1];
  const within = (at) => at.map((one, i) => Math.max(0, Math.min(one, size - room[i])));
  const free = spots(cells.at(-1), cells[0], down, room).map(within);
  const [x, y] = free.sort((one, other) => covered(one, room) - covered(other, room))[0]; // of equals the first
  bubble.style.left = `${(x / size) * 100}%`;
  bubble.style.top = `${(y / size) * 100}%`;
}

const aiming = () =>
  local.target ? text("tapAgain", cellAt(...place(local.target)).ariaLabel.split(",")[0]) : text("aim");

export function drawReadout() {
  const canUndo = local.past.length && [text("recalled"), text("elsewhere")].includes(local.note);
  if (canUndo) readout("", line("undo", local.note));
  else if (local.note)
    readout("bad", local.told?.note === local.note ? local.told.html : line("bad", local.note), local.bad);
  else if (local.mode === "aim")
    readout("aim", line("aim", aiming(), local.aim.title, text("possible", local.aim.legal.size)));
  else if (local.mode === "ready") readout("aim", line("aim", text("againToUse"), local.aim.title, ""));
  else if (local.mode === "swap") readout("aim", line("swap", text("swap"), local.aim.title, text("goesOn")));
  else if (unnamed()) readout("", line("plain", text("nameBlank")));
  else if (local.pending.size && rejected().length)
    readout("bad", line("rejected", text("rejected"), rejected().join(", ")));
  else if (local.sel < 0) readout("", line("plain", text("held", local.hand[local.sel])));
  else if (!isUntouched() && quote() && isQuiet()) readout("", line("plain", text("laid")));
  else if (!isUntouched() && quote()) readout(kindOf(quote()), worth(quote()));
  else if (isUntouched()) readout("", hint());
}
