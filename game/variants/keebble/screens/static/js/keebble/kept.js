/* What is being carried out outlives a reload of the page in this tab, for this turn; and the server keeps it as a
   draft for this player alone, so that another device goes on with it. Of two pages the last change stands. */
import { $ } from "../match/page.js";
import { keepDraft } from "../match/connection.js";

const KEY = "alfapower-keebble";
const KEEP_AFTER = 400;

let timer = 0;
let mark = JSON.parse($("#draft").dataset.laid).mark;
let sent = "";

/* `option`: its number among the cards, null where nothing is to be kept; `turn` in which it was taken up; `laid` what
   would be sent of it. */
export function keep(option, turn, items, laid) {
  try {
    if (option === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, turn, option, items }));
  } catch {
    /* a browser that keeps nothing begins anew */
  }
  clearTimeout(timer);
  timer = setTimeout(() => send(JSON.stringify(laid)), KEEP_AFTER);
}

/* A page that is behind another of this player learns its mark, and sends again: what was chosen last stands. */
async function send(laid) {
  if (laid === sent) return;
  const answer = await keepDraft(JSON.parse(laid), mark);
  if (answer.laid) {
    ({ mark } = answer.laid);
    send(laid);
  } else if (answer.ok) {
    ({ mark } = answer);
    sent = laid;
  }
}

/* {option, items} that was kept of this match's turn, or null. */
export function keptOf(turn) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.path === location.pathname && kept.turn === turn ? kept : null;
  } catch {
    return null;
  }
}

/* What the server has kept, with which the page was drawn: {option, targets}, or null where nothing was chosen. */
export function keptByServer() {
  const { option, tiles = [], walls = [], cells = [], parts = [] } = JSON.parse($("#draft").dataset.laid);
  const targets = [...tiles, ...walls, ...cells, ...parts];
  return option === undefined || !targets.length ? null : { option, targets };
}
