/* The readout: the one line over the rack. */
import { $, $$, counted, state, text } from "./page.js";
import { game } from "./game.js";
import { redraw } from "./focus.js";

/* Show it. `kind` is "", "ok", "bad" or "aim"; a line that is there already is left alone. */
export function readout(kind, html, nudge = false) {
  const line = $("#readout");
  line.className = `readout${kind ? ` is-${kind}` : ""}${nudge ? " is-nudge" : ""}`;
  if (line.dataset.shown !== html) {
    line.dataset.shown = html;
    redraw(line, () => {
      line.innerHTML = html;
    });
    htmx.process(line);
  }
}

/* A readout made of one of the page's own forms ("plain", "bad", "aim", "swap", "rejected"), its texts filled in. */
export function line(form, message, title = "", more = "") {
  const holder = document.createElement("div");
  holder.append($(`#readout-${form}`).content.cloneNode(true));
  $$("s", holder).forEach((at) => {
    at.textContent = title;
  });
  $$("b", holder).forEach((at) => {
    at.textContent = `${title}:`;
  });
  $$("span", holder).forEach((at, i) => {
    at.textContent = i ? more : message;
  });
  return holder.innerHTML;
}

/* What is said while nothing is laid: the server has all of it on the page and names which. */
export function hint() {
  const holder = document.createElement("div");
  holder.append(...($(`#hint [data-hint="${state().hint}"]`)?.cloneNode(true).childNodes ?? []));
  const latest = $(".latest", holder);
  if (latest) latest.textContent = $("#told > p:last-child").textContent;
  return holder.innerHTML;
}

/* What tiles as laid would be worth, or why they may not lie so, from a quote (draft.js). */
export function worth(quote) {
  const { code, message, words, bingo, score, coins, factor, tries } = quote;
  if (!code && game.worth) return game.worth(quote);
  if (code) return line("bad", message);
  const holder = document.createElement("div");
  holder.append($("#readout-worth").content.cloneNode(true));
  $("b", holder).textContent = counted("points", score);
  const [figure, unit] = $$(".coin > span", holder);
  if (figure) {
    figure.textContent = `+${coins}`;
    unit.textContent = ` ${counted("coins", coins)}`;
  }
  const parts = words.map((word) => word.join(" "));
  if (bingo) parts.push(text("bingo", bingo));
  if (factor > 1) parts.push(`× ${factor}`);
  $(".words", holder).textContent = parts.join(" · ");
  const few = tries !== null && tries <= Number(text("fewTries"));
  if (few) $(".small", holder).textContent = counted("tries", tries);
  else $(".small", holder).remove();
  return holder.innerHTML;
}
