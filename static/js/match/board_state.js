/* The player's own tentative tiles, drawn over the server's board and rack, again after each swap. The server is told
   of them when it is asked for the readout or for the play, and keeps a private copy for a reload or another device.
   Geometry is the server's word too: a square is open as its classes say. No scores, no words. */
import { $, myTurn, state, text } from "./page.js";
import { canSend } from "./connection.js";
import { game } from "./game.js";

/* `order`: the hand's indices as the player arranged them; `pending`: "row,col" → {ri, letter}, a blank's letter ""
   until named; `taken`: tiles of the board that lie in the rack for now; `sel`: the raised tile; `carried`: {ri,
   at} of the tile that a pointer holds; `naming`: the square whose blank gets another letter; `cursor`: where
   typing goes; `mode`: play, aim or swap; `quote`: the last readout; `past`: the arrangements before this one;
   `turn`: in which all this was laid.

   An index below 0 is a tile of the board, where a game lets them be picked up: −1 minus the number of its square. */
export const local = {
  order: [],
  hand: [],
  pending: new Map(),
  taken: new Set(),
  sel: null,
  carried: null,
  naming: null,
  cursor: null,
  focus: null,
  mode: "play",
  aim: null,
  target: null,
  swap: new Set(),
  quote: null,
  note: "",
  bad: false,
  busy: false,
  past: [],
  turn: "",
};

export const key = (row, col) => `${row},${col}`;
export const place = (at) => at.split(",").map(Number);
export const cellAt = (row, col) => $(`.cell[data-r="${row}"][data-c="${col}"]`);
export const where = (cell) => [Number(cell.dataset.r), Number(cell.dataset.c)];
export const coord = ([row, col]) => `${String.fromCharCode(65 + col)}${row + 1}`;
export const isBlank = (ri) => local.hand[ri].startsWith("?");
const isAlfa = (ri) => local.hand[ri].endsWith("*");
const holds = (laid) => game.holds?.(laid) ?? [laid.ri];
export const isUsed = (ri) => [...local.pending.values()].some((laid) => holds(laid).includes(ri));
export const free = () => local.order.filter((ri) => !isUsed(ri));

/* Whether a tile may be put down there: what lies on a square shows in its classes. */
export function isOpen(cell, ri = null) {
  const own = cell && ri !== null ? (game.opens?.(cell, ri) ?? null) : null;
  if (own !== null) return own;
  if (!cell || cell.matches(".cell--dead, .cell--claim.is-opp, .cell--alfa, .is-pending")) return false;
  return !cell.querySelector(".tile") || (ri !== null && isAlfa(ri) && state().alfaReplace === "1");
}

/* The pending tiles as the server reads them. */
export const token = ({ ri, letter }) =>
  isBlank(ri) ? letter.toLowerCase() + local.hand[ri].slice(1) : local.hand[ri];
export const tiles = (pending = [...local.pending]) => pending.map(([at, laid]) => [...place(at), token(laid)]);
export const placement = (pending = [...local.pending]) => game.placement?.(pending) ?? { tiles: tiles(pending) };
export const signature = () => `${state().version}|${JSON.stringify(placement())}`;
export const isUnnamed = ([, { ri, letter }]) => isBlank(ri) && !letter;
export const unnamed = () => [...local.pending].find(isUnnamed);
export const named = (tile) => game.name?.(tile) ?? tile.replace("*", "").replace("?", text("blank"));
export const shown = ({ ri, letter }) => letter || named(local.hand[ri]);

/* Of a power: whether it may be used now, and on which squares. */
export const aims = (slot) => slot.nextElementSibling.dataset;

/* A tile that another page of the same player has just played lies there. */
export const isPlayed = (at) => cellAt(...place(at)).matches(".is-last.by-you");

export function stillOpen(at, laid) {
  const cell = cellAt(...place(at));
  return cell.classList.contains("is-pending") || isOpen(cell, laid.ri);
}

export const quote = () => (local.quote?.for === signature() ? local.quote : null);
/* Of the words that the tiles make, those that the list has turned down already in this turn. */
export const rejectedAmong = (words) => {
  const rejected = (state().rejected ?? "").split(" ");
  return words.map(([word]) => word).filter((word) => rejected.includes(word));
};
export const rejected = () => rejectedAmong(quote()?.words ?? []);
export const playable = () => myTurn() && !local.busy && !local.bad && canSend() && quote()?.code === "";

/* Of a tile of the board: the square that it lay on as the turn began. */
export const homeOf = (ri) => [Math.floor((-1 - ri) / Number(state().size)), (-1 - ri) % Number(state().size)];

/* Nothing is laid, moved or taken. */
export const isUntouched = () => !local.pending.size && !local.taken.size;

const MOST_UNDONE = 40;
/* Keep the arrangement as it is, for undo. */
export const remember = () => {
  local.past = [...local.past.slice(1 - MOST_UNDONE), { pending: new Map(local.pending), taken: new Set(local.taken) }];
};

/* Lie as in this arrangement; without one, as the turn began. */
export function arrange({ pending = new Map(), taken = new Set() } = {}) {
  local.pending = pending;
  local.taken = taken;
  const there = local.order.filter((ri) => ri >= 0 || taken.has(ri));
  local.order = [...there, ...[...taken].filter((ri) => !there.includes(ri))];
}
