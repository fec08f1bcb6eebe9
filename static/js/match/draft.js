/* What follows a change of the tentative tiles: the readout is worked out at once and asked for when they have rested,
   the server keeps a draft of them for this player alone, and new panels may send some of them back. */
import { $, $$, say, state, text } from "./page.js";
import { ask, keepDraft, readDraft } from "./connection.js";
import {
  arrange,
  cellAt,
  coord,
  isPlayed,
  isUnnamed,
  isUntouched,
  isUsed,
  key,
  local,
  place,
  placement,
  quote,
  remember,
  shown,
  signature,
  stillOpen,
  tiles,
  unnamed,
} from "./board_state.js";
import { game } from "./game.js";
import { draw } from "./draw_board.js";
import { bring, preview } from "./position.js";

const DEBOUNCE = 120;
const KEEP_AFTER = 400;
const KEEP_AGAIN = 3000;
const LOOK_AFTER = 10_000;
const HEARD_AFTER = 1000; // a screen reader says nothing of what a page says as it comes

let resting = null;
export function changed() {
  local.note = "";
  local.bad = false;
  reckon();
  keepSoon();
  draw();
}

/* Does not draw. */
function reckon() {
  clearTimeout(resting);
  if (isUntouched() || unnamed()) return;
  const said = preview(local.hand, tiles());
  if (said) local.quote = { ...said, for: signature() };
  resting = setTimeout(requote, DEBOUNCE);
}

/* Loading the page comes first. */
const begin = () =>
  bring().then(() => {
    if (quote()) return;
    reckon();
    draw();
  }, Boolean); // the network is away: the server will be asked
if (document.readyState === "complete") begin();
else addEventListener("load", begin);
addEventListener("online", begin);

const worths = ({ code, words, score, coins, tries }) => JSON.stringify([code, words, score, coins, tries]);

/* The server's word holds. */
async function requote() {
  const asked = signature();
  const answer = await ask(placement());
  if (asked !== signature() || isUntouched()) return;
  if (!answer) {
    resting = setTimeout(requote, 1000);
    return;
  }
  const said = quote();
  if (said && worths(said) === worths(answer)) return;
  if (said && String(answer.version) === state().version) console.error("preview:", worths(said), worths(answer));
  local.quote = { ...answer, for: asked };
  draw();
}

/* ---- the draft: the copy of the tiles that the server keeps for this player alone ---- */
let { mark, ...found } = JSON.parse($("#draft").dataset.laid);
let kept = ""; // what lies here by that draft, be it less than the draft has
let keeping = null;
let sending = false;
const draft = () => JSON.stringify(placement([...local.pending].filter((laid) => !isUnnamed(laid))));
const arrangement = () => ({ pending: new Map(local.pending), taken: new Set(local.taken) });

function keepSoon(after = KEEP_AFTER) {
  clearTimeout(keeping);
  keeping = setTimeout(keep, after);
}

/* One at a time, so that the last one sent is the last one kept. A page that was behind sends again with its panels. */
async function keep() {
  const now = draft();
  if (now === kept || sending || local.busy === "place") return;
  sending = true;
  const answer = await keepDraft(JSON.parse(now), mark);
  sending = false;
  if (answer.ok) {
    ({ mark } = answer);
    kept = now;
    if (draft() !== kept) keepSoon();
  } else if (answer.laid) {
    leaveToUndo(answer.laid);
    keepSoon(0);
  } else if (answer.code !== "stale") keepSoon(KEEP_AGAIN);
}

const beside = () => {
  local.note = text("elsewhere");
  say(local.note);
};

/* What was laid here is newer than what was laid on another page of the same player. */
function leaveToUndo(laid) {
  const [own, here] = [arrangement(), draft()];
  ({ mark } = laid);
  take(laid);
  const theirs = arrangement();
  const isNews = !isUntouched() && draft() !== here;
  arrange(own);
  if (!isNews) return;
  local.past.push(arrangement(), theirs);
  beside();
  draw();
}

/* Lay a draft where it still fits; what does not, as it is told of. */
function take(found) {
  const back = [];
  arrange();
  game.takeUp?.(found);
  for (const [row, col, written] of found.tiles) {
    const blank = written[0] !== written[0].toUpperCase();
    const tile = blank ? `?${written.slice(1)}` : written;
    const ri = local.order.find((one) => local.hand[one] === tile && !isUsed(one));
    const letter = blank ? written[0].toUpperCase() : "";
    const at = key(row, col);
    if (ri === undefined) continue;
    const isFree = !local.pending.has(at) && cellAt(row, col) && stillOpen(at, { ri });
    if (isFree) local.pending.set(at, { ri, letter });
    else back.push([written[0].toUpperCase(), at]);
  }
  if (isUsed(local.sel)) local.sel = null;
  return [...back, ...(game.take?.(found) ?? [])];
}

/* Lay these tiles, [row, column, token] each, instead of those that lie; what cannot be. */
export function lay(laid) {
  remember();
  const back = take({ tiles: laid });
  changed();
  return back;
}

/* [letter, square] each. */
const cameBack = (tiles) => {
  if (!tiles.length) return;
  local.note = text("cameBack", tiles.map(([letter, at]) => `${letter} (${coord(place(at))})`).join(", "));
  setTimeout(say, HEARD_AFTER, local.note);
};

/* Take up what another page of the same player has laid meanwhile, unless there is something here that it has not. */
async function lookForDraft() {
  const isBusy = () => draft() !== kept || local.busy || local.carried || unnamed();
  if (isBusy()) return;
  const found = await readDraft();
  if (!found || isBusy() || found.mark === mark) return;
  ({ mark } = found);
  const own = arrangement();
  const back = take(found);
  kept = draft();
  changed();
  local.past = [own];
  if ([...own.pending].some(([at, { ri }]) => local.pending.get(at)?.ri !== ri)) beside();
  cameBack(back);
  draw();
}
/* What the page sent as it was left may have come after the reload had been drawn. */
if (performance.getEntriesByType("navigation")[0]?.type === "reload") setTimeout(lookForDraft, KEEP_AFTER * 2);
window.addEventListener("focus", lookForDraft);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") lookForDraft();
});
/* Whoever comes back to a page that stood in front all the time. */
let stirred = performance.now();
["pointermove", "pointerdown", "keydown"].forEach((kind) => {
  window.addEventListener(kind, ({ timeStamp }) => {
    if (timeStamp - stirred > LOOK_AFTER) lookForDraft();
    stirred = timeStamp;
  });
});
window.addEventListener("pagehide", () => {
  if (draft() !== kept && local.busy !== "place") keepDraft(JSON.parse(draft()), null, true);
});

/* The play stands: the tiles are the server's now. Does not draw: the push may have been faster than the answer, and
   then the hand is looked at anew first. */
export function settle() {
  clearTimeout(resting);
  clearTimeout(keeping);
  arrange();
  local.past = [];
  local.sel = null;
  local.cursor = null;
  local.quote = null;
  local.note = "";
  local.bad = false;
  mark = "";
  kept = draft();
}

/* ---- after new panels ---- */
export function reconcile() {
  const isKept = !found && draft() === kept;
  const hand = [];
  $$("#rack [data-ri]").forEach((tile) => {
    hand[tile.dataset.ri] = tile.dataset.tile;
  });
  // What was picked up on the board lies there again in another turn.
  if (local.turn !== state().turn) {
    arrange({ pending: new Map([...local.pending].filter(([, { ri }]) => ri >= 0)) });
    if (local.note === text("elsewhere")) local.note = "";
  }
  local.turn = state().turn;
  const order = local.order.filter((ri) => ri >= 0);
  if (hand.join() !== local.hand.join() || order.length !== hand.length) rearrange(hand);
  const back = [...local.pending].filter(([at, laid]) => !stillOpen(at, laid));
  if (back.length) local.past = [];
  back.forEach(([at]) => local.pending.delete(at));
  cameBack([
    ...back.filter(([at]) => !isPlayed(at)).map(([at, laid]) => [shown(laid), at]),
    ...(found ? take(found) : []),
  ]);
  if (found) kept = draft();
  found = null;
  if (!quote()) reckon();
  // What came back is no change of the player's: their other page is told of it too.
  if (isKept) kept = draft();
  else if (draft() !== kept) keepSoon();
}

/* Keep the player's order: tiles that stayed keep their places, new ones come last. What was laid and is no longer in
   the hand was played or swapped on another page. */
function rearrange(hand) {
  const now = new Map();
  const taken = new Set();
  local.hand.forEach((had, ri) => {
    const to = hand.findIndex((tile, i) => tile === had && !taken.has(i));
    if (to >= 0) {
      now.set(ri, to);
      taken.add(to);
    }
  });
  const stayed = local.order.filter((ri) => now.has(ri)).map((ri) => now.get(ri));
  local.order = [...new Set([...stayed, ...hand.keys()])];
  local.pending = new Map(
    [...local.pending]
      .filter(([, laid]) => now.has(laid.ri))
      .map(([at, laid]) => [at, game.renumber?.(laid, now) ?? { ...laid, ri: now.get(laid.ri) }]),
  );
  local.sel = null;
  local.carried = null;
  local.past = [];
  local.swap.clear();
  local.hand = hand;
}
