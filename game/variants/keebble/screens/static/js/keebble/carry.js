/* The option that is being carried out: what has been chosen so far, what the server says of it, and how it is sent.
   Which cells may be next, which runs would be new and what they would pay is the server's word alone. */
import { $, myTurn, say, shout, state, text } from "../match/page.js";
import { act, ask } from "../match/connection.js";
import { shownUpTo } from "../match/panels.js";
import { coord } from "../match/board_state.js";
import { keep, keptByServer, keptOf } from "./kept.js";

const AGAIN = 1000;

let draw = () => {};
/* Have what is carried out drawn by this whenever it changes. */
export const onChange = (listener) => {
  draw = listener;
};

/* `option`: its card's data, null while none is taken up; `turn` in which it was; `items`: what has been chosen, the
   last one last: {r, c} with a letter's number `i` and what it is written `as`, a wall's `side`, a `part`; `sel`: the
   letter that is next; `cell`: the one of which a part is to be named; `quote`: the server's last word on it. */
export const carry = { option: null, turn: "", items: [], sel: 0, cell: null, quote: null, note: "", busy: false };

const FIELDS = { wall: "walls", special: "cells", destroy: "parts" };
const given = () => carry.option.given;
export const writes = () => ["letters", "backpack"].includes(carry.option?.kind);
export const isFree = (i) => !carry.items.some((item) => item.i === i);
export const nextFree = () => given().findIndex((_, i) => isFree(i));
export const isWild = (i) => given()[i].token[0] === "?";
/* As many as the option says, until the server has said how many the board allows. */
const due = () => carry.quote?.due ?? (writes() ? given().length : carry.option.n);
export const toGo = () => Math.max(0, due() - carry.items.length);
export const isReady = () =>
  Boolean(carry.quote) && !carry.quote.code && carry.quote.for === signature() && !carry.busy;

/* What is sent of one item. */
function target({ r, c, i, as, side, part }) {
  if (carry.option.kind === "special") return [r, c];
  if (i === undefined) return [r, c, as ?? side ?? part];
  const { token } = given()[i];
  return [r, c, as ? as.toLowerCase() + token.slice(1) : token];
}
const action = () => ({
  option: carry.option.index,
  [FIELDS[carry.option.kind] ?? "tiles"]: carry.items.map(target),
});
const signature = () => `${state().version}|${JSON.stringify(action())}`;

let asking = Promise.resolve();
/* Resolves when the server has said what it has to say of what is chosen now. */
export const answered = () => asking;

function changed() {
  carry.note = "";
  keep(carry.option.index, carry.turn, carry.items, action());
  asking = requote();
  draw();
}

async function requote() {
  const asked = signature();
  const answer = await ask(action());
  if (!carry.option || asked !== signature()) return;
  if (answer) {
    carry.quote = { ...answer, for: asked };
    tell(carry.quote);
  } else setTimeout(() => carry.option && asked === signature() && changed(), AGAIN);
  draw();
}

/* The new runs are heard after what has been chosen. */
let heard = "";
function tell({ runs }) {
  const said = runs.map(([word]) => word[0]).join(", ");
  if (said && said !== heard) say(`${chosen} ${text("runs", said)}`);
  heard = said;
}
let chosen = "";
function choose(said) {
  chosen = said;
  heard = "";
  say(said);
}

/* ---- taking an option up, and putting it down ---- */
export function begin(card) {
  const { opt, kind, verb, n, over, given: letters, mark, short } = card.dataset;
  const tiles = letters.split(" ").filter(Boolean);
  Object.assign(carry, {
    option: {
      index: Number(opt),
      kind,
      verb,
      n: Number(n),
      over: Number(over),
      mark,
      short,
      said: $(".opt__p", card)?.textContent ?? "",
      given: tiles.map((tile) => {
        const [token, value] = tile.split(":");
        return { token, value };
      }),
    },
    turn: state().turn,
    items: [],
    sel: 0,
    cell: null,
    quote: null,
    note: "",
  });
  changed();
}

/* Of what was sent of each item, the items of the option that is taken up: null where it has no such letter. */
function itemsOf(targets) {
  const free = given().map((_, i) => i);
  const items = targets.map(([r, c, said]) => {
    if (carry.option.kind === "special") return { r, c };
    if (carry.option.kind === "wall") return { r, c, side: said };
    if (carry.option.kind === "destroy") return { r, c, part: said };
    const fits = (i) => given()[i].token === said || (isWild(i) && said[0] !== said[0].toUpperCase());
    const at = free.findIndex(fits);
    if (at < 0) return null;
    const [i] = free.splice(at, 1);
    return isWild(i) ? { r, c, i, as: said[0].toUpperCase() } : { r, c, i };
  });
  return items.includes(null) ? null : items;
}

/* Go on with what this tab was carrying out before the page was loaded again, else with what another page of this
   player was; the server has the last word on it. */
export function resume() {
  if (!myTurn()) return;
  const own = keptOf(state().turn);
  const kept = own ?? keptByServer();
  const card = kept && $(`#opt-${kept.option}:not([aria-disabled])`);
  if (!card) return;
  begin(card);
  const items = own ? own.items : itemsOf(kept.targets);
  if (!items?.length) return;
  carry.items = items;
  if (writes()) carry.sel = nextFree();
  changed();
}

export function leave(said = text("allBack")) {
  if (!carry.option) return;
  const { index } = carry.option;
  keep(null, "", [], { option: index });
  carry.option = null;
  carry.items = [];
  carry.quote = null;
  say(said);
  draw();
  $(`#opt-${index}`)?.focus({ preventScroll: true });
}

/* ---- choosing ---- */
export const isLit = (r, c) => Boolean(carry.quote?.cells.some(([row, col]) => row === r && col === c));
const itemAt = (r, c) => carry.items.findIndex((item) => item.r === r && item.c === c && !item.side);

export function add(item, said) {
  carry.items.push(item);
  carry.cell = null;
  if (writes()) carry.sel = nextFree();
  choose(said);
  changed();
}

/* Take what stands on that cell back; whether there was anything. */
export function takeBack(r, c) {
  const at = itemAt(r, c);
  if (at < 0) return false;
  remove(at);
  return true;
}

function remove(at) {
  const [item] = carry.items.splice(at, 1);
  if (writes()) carry.sel = item.i;
  choose(text("back"));
  changed();
}

export function undo() {
  if (carry.cell) {
    carry.cell = null;
    draw();
  } else if (carry.items.length) remove(carry.items.length - 1);
}

/* A wall on that side of a cell, or none where one was being built; the first one gives way to one too many. */
export function wall(r, c, way) {
  const [row, col] = [r - (way === "up"), c - (way === "left")];
  const side = way === "left" || way === "right" ? "right" : "down";
  const beyond = side === "right" ? [row, col + 1] : [row + 1, col];
  const size = Number(state().size);
  if (row < 0 || col < 0 || beyond[0] >= size || beyond[1] >= size) return;
  const names = [coord([row, col]), coord(beyond)];
  if ($(`.cell[data-r="${row}"][data-c="${col}"] > .kw--${side}:not(.kw--new, .kw--hint)`)) {
    say(text("notThere"));
    return;
  }
  const at = carry.items.findIndex((item) => item.r === row && item.c === col && item.side === side);
  if (at >= 0) {
    carry.items.splice(at, 1);
    choose(text("noWall", ...names));
    changed();
    return;
  }
  if (!toGo()) carry.items.shift();
  add({ r: row, c: col, side }, text("wall", ...names));
}

/* ---- committing ---- */
async function send(message) {
  carry.busy = true;
  draw();
  const answer = await act({ do: "take", ...message });
  if (answer.ok) await shownUpTo(answer.version);
  carry.busy = false;
  if (answer.ok) carry.option = null;
  else {
    carry.note = answer.message;
    shout(answer.message);
  }
  draw();
}

export const commit = () => (isReady() ? send(action()) : null);
export const save = () => send({ option: carry.option.index, save: true });
export const resign = () => act({ do: "resign" });

/* New panels: the turn may be over, and what was being carried out with it. */
export function reconcile() {
  if (!carry.option || carry.busy) return;
  if (!myTurn() || state().turn !== carry.turn) {
    carry.option = null;
    shout(text("gone"));
  } else if (carry.quote && carry.quote.for !== signature()) changed();
}
