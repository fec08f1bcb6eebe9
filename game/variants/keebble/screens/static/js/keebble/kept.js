/* What is being carried out outlives a reload of the page, in this tab and for this turn alone. */
const KEY = "alfapower-keebble";

/* `option`: its number among the cards, null where nothing is to be kept; `turn` in which it was taken up. */
export function keep(option, turn, items) {
  try {
    if (option === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, turn, option, items }));
  } catch {
    /* a browser that keeps nothing begins anew */
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
