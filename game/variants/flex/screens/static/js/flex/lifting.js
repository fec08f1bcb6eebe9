/* Tiles of the board, picked up on one's turn: moved to another square, taken into the rack, or put back. A moved
   one lies in `local.pending` like a tile of the hand, under an index below 0; one that is taken is in
   `local.taken` and has an element in the rack. What is in neither lies at home. */
import { $, $$, myTurn, say, state, text } from "../match/page.js";
import { sound } from "../match/sound.js";
import { game } from "../match/game.js";
import {
  cellAt,
  coord,
  homeOf,
  isOpen,
  key,
  local,
  place,
  remember,
  stillOpen,
  tiles,
  where,
} from "../match/board_state.js";
import { draw } from "../match/draw_board.js";
import { changed } from "../match/draft.js";
import { raise } from "../match/targeting.js";

const indexOf = (row, col) => -1 - (row * Number(state().size) + col);
const lying = (cell) => $(".tile:not(.tile--new, .was)", cell);
const placeOf = (ri) => [...local.pending].find(([, laid]) => laid.ri === ri)?.[0];
const isAway = (ri) => local.taken.has(ri) || placeOf(ri) !== undefined;
const isTaken = (ri) => local.taken.has(ri);

/* Know the letter of a tile of the board under its index. */
function know(ri) {
  local.hand[ri] = $(".tile__l", lying(cellAt(...homeOf(ri)))).textContent;
  return ri;
}

Object.assign(game, {
  placement(pending) {
    const moves = pending.filter(([, { ri }]) => ri < 0).map(([at, { ri }]) => [homeOf(ri), place(at)]);
    const takes = [...local.taken].map(homeOf);
    return {
      tiles: tiles(pending.filter(([, { ri }]) => ri >= 0)),
      ...(moves.length && { moves }),
      ...(takes.length && { takes }),
    };
  },

  takeUp({ moves = [], takes = [] }) {
    const there = ([row, col]) => state().flex && cellAt(row, col) && lying(cellAt(row, col));
    takes.filter(there).forEach((at) => take(know(indexOf(...at))));
    moves
      .filter(([from]) => there(from))
      .forEach(([from, to]) => local.pending.set(key(...to), { ri: know(indexOf(...from)), letter: "" }));
    // A draft of an earlier turn: what has no place any more lies at home.
    [...local.pending].filter(([at, laid]) => !stillOpen(at, laid)).forEach(([at]) => local.pending.delete(at));
  },

  /* A square whose own tile is somewhere else is open, and to that tile it always is. */
  opens(cell, ri) {
    if (!lying(cell)) return null;
    const own = indexOf(...where(cell));
    return (ri === own || isAway(own)) && !cell.matches(".is-pending");
  },

  liftable(row, col) {
    const laid = local.pending.get(key(row, col));
    if (laid) return laid.ri;
    const ri = indexOf(row, col);
    return state().flex && local.mode === "play" && lying(cellAt(row, col)) && !isAway(ri) ? know(ri) : null;
  },

  carry(ri, row, col) {
    const cell = cellAt(row, col);
    if (placeOf(ri) === key(row, col) || !isOpen(cell, ri)) return false;
    remember();
    putDown(ri);
    const isHome = key(...homeOf(ri)) === key(row, col);
    if (!isHome) local.pending.set(key(row, col), { ri, letter: "" });
    local.sel = null;
    sound("tap");
    say(isHome ? text("putBack", local.hand[ri]) : text("movedTo", local.hand[ri], coord([row, col])));
    changed();
    return true;
  },

  letGo(ri, at, inRack) {
    if (at) game.carry(ri, ...at);
    else if (inRack && !isTaken(ri)) pickOut(ri);
  },

  tapRack(ri) {
    if (!(local.sel < 0) || isTaken(local.sel) || ri < 0) return false;
    pickOut(local.sel);
    return true;
  },

  tap(row, col) {
    const held = local.sel < 0 ? local.sel : null;
    const at = key(row, col);
    if (held !== null && game.carry(held, row, col)) {
      draw();
      return true;
    }
    const under = game.liftable(row, col);
    if (under === null || under >= 0) return spent(row, col);
    if (local.sel !== null && local.sel >= 0 && !local.pending.has(at)) return false;
    hold(under);
    return true;
  },

  key(event) {
    if (!local.focus) return false;
    if (event.key === " ") return game.tap(...local.focus);
    if (event.key !== "Delete") return false;
    const under = local.sel < 0 ? local.sel : game.liftable(...local.focus);
    if (under === null || under >= 0 || isTaken(under)) return false;
    pickOut(under);
    return true;
  },

  /* The rack has an element for each tile that is taken, and shows as many places as it holds. */
  beforeDrawn() {
    const tray = $("#rack");
    $$(".rt--in", tray).forEach((tile) => {
      if (!isTaken(Number(tile.dataset.ri))) tile.remove();
    });
    local.taken.forEach((ri) => {
      if (!$(`[data-ri="${ri}"]`, tray)) tray.append(inRack(ri));
    });
    tray.style.setProperty("--rack", Math.max(7, local.order.length));
  },

  drawn(cell, laid) {
    if (laid.ri >= 0) return;
    $(".tile--new", cell).classList.add("tile--moved");
    const from = coord(homeOf(laid.ri));
    cell.setAttribute("aria-label", text("movedHere", coord(where(cell)), local.hand[laid.ri], from));
  },
});

/* Why a tile of the board stays where it is: no flex turn is left. */
function spent(row, col) {
  if (state().flex || !myTurn() || local.sel !== null || !lying(cellAt(row, col))) return false;
  local.note = text("noFlex");
  say(local.note);
  draw();
  return true;
}

function hold(ri) {
  raise(ri);
  if (local.sel === ri) say(text("held", local.hand[ri]));
}

/* Out of where it lies now. Does not draw. */
function putDown(ri) {
  local.pending.delete(placeOf(ri));
  local.taken.delete(ri);
  local.order = local.order.filter((other) => other !== ri);
}

/* Into the rack. Does not draw. */
function take(ri) {
  putDown(ri);
  local.taken.add(ri);
  local.order.push(ri);
}

function pickOut(ri) {
  remember();
  take(ri);
  local.sel = null;
  sound("lift");
  say(text("comesIn", local.hand[ri]));
  changed();
}

function inRack(ri) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "rt rt--in";
  made.setAttribute("role", "option");
  made.dataset.ri = ri;
  made.dataset.tile = local.hand[ri];
  made.append(lying(cellAt(...homeOf(ri))).cloneNode(true));
  made.setAttribute("aria-label", text("takenFrom", local.hand[ri], coord(homeOf(ri))));
  return made;
}

/* An empty place of the rack takes what is held on the board. */
document.addEventListener("click", (event) => {
  if (event.target.closest("#rack") && !event.target.closest("[data-ri]")) game.tapRack(0);
});
