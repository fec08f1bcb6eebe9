/* What new runs would pay to whom, if they are words: never whether they are. */
import { $, text } from "../match/page.js";
import { carry } from "./carry.js";
import { element, markOf } from "./marks.js";

const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);
const seatOf = (seat) => $(`.kseat[data-seat="${seat}"]`).dataset;
const nameOf = (seat) => seatOf(seat).name ?? text("you");
const paid = (seat, points) =>
  element("span", "to", markOf(seatOf(seat).mark), element("span", "sr", `${nameOf(seat)} `), signed(points));

/* The rows for what is being carried out, or what the option does (`said`) where nothing new comes about; `most`
   whether there are runs, `upTo` what they would give the taker at the most. */
export function pay(said) {
  const me = $("#card-you").dataset.seat;
  const readings = (carry.quote?.runs ?? []).flat();
  const points = carry.quote?.points ?? 0;
  if (!readings.length) {
    const nothing = carry.items.length ? [element("span", "muted", ` ${text("nothing")}`)] : [];
    return { rows: [element("p", "", said, ...nothing)], most: false, upTo: points };
  }
  const sums = new Map([[me, points]]);
  const add = (seat, n) => sums.set(String(seat), (sums.get(String(seat)) ?? 0) + Math.max(0, n));
  const rows = readings.map(([word, mine, , others]) => {
    add(me, mine);
    others.forEach(([seat, n]) => add(seat, n));
    const to = [[me, mine], ...others].map(([seat, n]) => paid(seat, n));
    return element("li", "", element("b", "", word), element("span", "dots"), ...to);
  });
  const others = [...sums].filter(([seat, n]) => seat !== me && n > 0);
  const told = others.map(([seat, n]) => text("for", n, nameOf(seat))).join(", ");
  const counts = text(readings.length > 1 ? "counts" : "countsOne");
  const last = element("p", "q", told ? `${counts} ${text("forOthers", told)}` : counts);
  return { rows: [element("ul", "", ...rows), last], most: true, upTo: sums.get(me) };
}
