/* The readout worked out in the page, in the frame in which a tile is laid, and without a network: what lies on each
   square is read from the board once a version, and preview.js, which comes when the page has all else, reckons. A game
   whose pages ask the server instead has no #preview. */
import { $, $$, state } from "./page.js";

const KINDS = ["DL", "TL", "DW", "TW", "star"];
const given = $("#preview")?.dataset;
const numbers = given && JSON.parse(given.numbers);
const sentences = given && JSON.parse(given.sentences);
let readOut = null;
let read = { version: null, cells: [] };

/* Have the script come; resolves when it can be asked, and never while the network is away. */
export async function bring() {
  if (!given || readOut) return;
  ({ readOut } = await import(given.src));
}

/* `value` with Fortify, `bonus` by its mark, `claimed` by the other player. */
function square(cell) {
  const tile = $(".tile:not(.tile--new)", cell);
  const mark = $(".mark", cell);
  return {
    letter: tile ? $(".tile__l", tile).textContent : "",
    value: tile ? Number($("b", tile).dataset.t) : 0,
    alfa: cell.matches(".cell--alfa"),
    dead: cell.matches(".cell--dead"),
    claimed: cell.matches(".cell--claim.is-opp"),
    bonus: mark ? KINDS.find((kind) => mark.classList.contains(`mark--${kind}`)) : "",
  };
}

export function position(hand) {
  const { version, size, opened, tries, factor } = state();
  if (read.version !== version) read = { version, cells: $$("#board .cell").map(square) };
  return {
    size: Number(size),
    opened: opened === "1",
    cells: read.cells,
    hand,
    factor: Number(factor ?? 1),
    tries: tries === "" ? (numbers?.tries ?? null) : Number(tries),
  };
}

/* What the server would say of tiles of the hand, [row, column, token] each; null where only the server can. */
export function preview(hand, tiles) {
  if (!readOut) return null;
  const said = readOut(numbers, position(hand), tiles);
  return { ...said, message: sentences[said.code] ?? "" };
}
