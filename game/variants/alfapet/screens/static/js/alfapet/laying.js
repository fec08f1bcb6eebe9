/* Black tiles and arrows. A black tile lies on a square like a letter; an arrow lies under a letter laid now, kept with
   it as `arrow`: {ri, to}, where `to` is the way the word goes on, "down" or "across". */
import { say, text } from "../match/page.js";
import { sound } from "../match/sound.js";
import { game } from "../match/game.js";
import { cellAt, free, isOpen, key, local, place, remember, stillOpen, tiles } from "../match/board_state.js";
import { draw } from "../match/draw_board.js";
import { changed } from "../match/draft.js";
import { put } from "../match/lay_tiles.js";
import { onward } from "../match/keys.js";
import { cornerAt, letterAt } from "./corners.js";
import { showCorner } from "./ribbon.js";

const isBlack = (ri) => local.hand[ri] === "#";
const isArrow = (ri) => local.hand[ri] === ">";
const laidBlack = () => [...local.pending].find(([, { ri }]) => isBlack(ri));
const laidCorner = () => [...local.pending].find(([, { arrow }]) => arrow);
const said = (to) => text(to === "down" ? "turnsDown" : "turnsRight");

Object.assign(game, {
  placement(pending) {
    const black = pending.find(([, { ri }]) => isBlack(ri));
    const corner = pending.find(([, { arrow }]) => arrow);
    return {
      tiles: tiles(pending.filter((one) => one !== black)),
      ...(black && { black: place(black[0]) }),
      ...(corner && { arrow: [...place(corner[0]), corner[1].arrow.to] }),
    };
  },

  take({ black, arrow }) {
    const back = [];
    if (black) {
      const [at, ri] = [key(...black), free().find(isBlack)];
      if (ri !== undefined && !local.pending.has(at) && cellAt(...black) && stillOpen(at, { ri }))
        local.pending.set(at, { ri, letter: "" });
      else back.push([text("blackTile"), at]);
    }
    if (arrow) {
      const [at, ri] = [key(arrow[0], arrow[1]), free().find(isArrow)];
      const letter = local.pending.get(at);
      if (letter && ri !== undefined) local.pending.set(at, { ...letter, arrow: { ri, to: arrow[2] } });
      else back.push([text("arrowTile"), at]);
    }
    return back;
  },

  holds: ({ ri, arrow }) => (arrow ? [ri, arrow.ri] : [ri]),

  renumber({ arrow, ...laid }, now) {
    const kept = arrow && now.has(arrow.ri) ? { arrow: { ...arrow, ri: now.get(arrow.ri) } } : {};
    return { ...laid, ri: now.get(laid.ri), ...kept };
  },

  /* One of each in a turn. */
  opens(cell, ri) {
    if (isBlack(ri) && laidBlack() && laidBlack()[1].ri !== ri) return false;
    if (!isArrow(ri)) return null;
    const under = local.pending.get(key(Number(cell.dataset.r), Number(cell.dataset.c)));
    return Boolean(under) && !isBlack(under.ri) && !laidCorner();
  },

  put(ri, row, col) {
    if (!isArrow(ri)) return false;
    lay(ri, row, col, firstWay(row, col));
    return true;
  },

  /* An arrow that is held goes under the letter; one that lies there is turned; an old corner shows how it is read. */
  tap(row, col) {
    const at = key(row, col);
    const laid = local.pending.get(at);
    if (local.sel !== null) {
      if (!laid || !isArrow(local.sel)) return false;
      if (!put(local.sel, row, col)) say(text("oneArrow"));
      draw();
      return true;
    }
    if (laid?.arrow) turn(at);
    else if (!laid && cornerAt(row, col)) showCorner(row, col);
    else return false;
    return true;
  },

  key(event) {
    if (event.key === "#") typeBlack();
    else if (event.key === ">") typeArrow();
    else if (event.key === " " && local.focus && cornerAt(...local.focus)) game.tap(...local.focus);
    else return false;
    return true;
  },

  turnAt: (row, col) => cornerAt(row, col),
  name: (tile) => ({ "#": text("blackTile"), ">": text("arrowTile") })[tile],

  drawn(cell, laid) {
    if (!laid.arrow) return;
    const mark = document.createElement("i");
    mark.className = `turnmark turnmark--${laid.arrow.to}`;
    cell.querySelector(".tile--new").append(mark);
    cell.setAttribute("aria-label", `${cell.getAttribute("aria-label")}, ${said(laid.arrow.to)}`);
  },
});

function lay(ri, row, col, to) {
  const at = key(row, col);
  remember();
  local.pending.set(at, { ...local.pending.get(at), arrow: { ri, to } });
  local.sel = null;
  sound("tap");
  say(said(to));
  changed();
}

/* The way a word would turn there by what lies before the letter: one that comes across goes down. */
function firstWay(row, col) {
  const [left, above] = [letterAt(row, col - 1), letterAt(row - 1, col)];
  if (left === above) return letterAt(row, col + 1) && !letterAt(row + 1, col) ? "across" : "down";
  return left ? "down" : "across";
}

function turn(at) {
  const laid = local.pending.get(at);
  const to = laid.arrow.to === "down" ? "across" : "down";
  remember();
  local.pending.set(at, { ...laid, arrow: { ...laid.arrow, to } });
  sound("tap");
  say(said(to));
  changed();
}

function typeBlack() {
  const ri = free().find(isBlack);
  if (!local.cursor || ri === undefined) {
    say(text("noLetter", text("blackTile")));
    return;
  }
  const open = isOpen(cellAt(local.cursor.r, local.cursor.c), ri);
  const at = open ? local.cursor : onward(local.cursor);
  if (at && put(ri, at.r, at.c)) moveTo(onward(at) ?? at);
}

/* Under the letter that was typed last; the word and the typing go on the other way. */
function typeArrow() {
  const ri = free().find(isArrow);
  if (!local.cursor || ri === undefined) {
    say(text("noLetter", text("arrowTile")));
    return;
  }
  const { r, c, down } = local.cursor;
  const before = down ? [r - 1, c] : [r, c - 1];
  const at = [before, [r, c]].find((cell) => cellAt(...cell) && isOpen(cellAt(...cell), ri));
  if (!at) {
    say(text("arrowNowhere"));
    return;
  }
  lay(ri, ...at, down ? "across" : "down");
  moveTo(onward({ r: at[0], c: at[1], down: !down }) ?? local.cursor);
}

function moveTo(cursor) {
  local.cursor = cursor;
  local.focus = [cursor.r, cursor.c];
  draw();
  cellAt(...local.focus).focus({ preventScroll: true });
}
