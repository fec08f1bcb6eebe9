/* The last play, beside the board and in a narrow window above it: what the list of turns says of the newest that has
   ended. */
import { $, $$ } from "./page.js";
import { onPanels } from "./panels.js";

const AND = " + "; // between the words of a turn

/* An element of a class, with what is inside: texts, other elements, and copies of what stands elsewhere. */
function made(tag, css, ...inside) {
  const element = document.createElement(tag);
  element.className = css;
  element.append(...inside.map((part) => part?.cloneNode?.(true) ?? part ?? ""));
  return element;
}

/* A text of the list in another element, in the language that it has there. */
function said(tag, css, text, language) {
  const element = made(tag, css, text.trim());
  if (language) element.lang = language;
  return element;
}

/* What made the best of its words worth more than its letters, which stand first. */
function why(rows) {
  const cells = rows.map((row) => $$("dd", row).map((cell) => cell.textContent.trim()));
  const [, terms = ""] = cells.reduce((best, one) => (Number(one[0]) > Number(best[0]) ? one : best), ["0"]);
  return terms.split(" · ").slice(1).join(", ");
}

function parts(turn) {
  const what = $(".turn__w", turn);
  const words = $(".turn__p", turn).textContent.trim() ? what.textContent.trim().split(AND) : [];
  const told = $$(".turn__d > span", turn);
  return {
    seat: [...turn.classList].filter((name) => name !== "turn").join(" "),
    who: told[0].textContent,
    what: what.textContent,
    language: what.lang,
    score: $(".turn__p", turn).textContent,
    income: $(".turn__d > .coin", turn),
    fines: told.filter((one) => one.matches(".pen")),
    deeds: told.slice(1).filter((one) => !one.matches(".coin, .pen, .turn__b")),
    words: $$(".receipt dl > div", turn).slice(0, words.length),
    why: why($$(".receipt dl > div", turn)),
  };
}

const emblem = () => made("i", "emblem");
const name = (who) => {
  const bold = document.createElement("b");
  bold.append(who);
  return bold;
};

function line({ seat, who, what, language, score, income, why }) {
  return [
    made("span", `row ${seat}`, emblem(), name(who)),
    said("span", "strong", what, language),
    ...(score ? [said("span", "num", score)] : []),
    ...(income ? [income.cloneNode(true)] : []),
    ...(why ? [said("span", "small muted why", why)] : []),
  ];
}

function whole({ seat, who, what, language, income, fines, deeds, words, why }) {
  const spelled = words.map((row) =>
    made(
      "div",
      "wordline",
      said("b", "", $("dt", row).textContent, language),
      said("span", "num", $("dd", row).textContent),
    ),
  );
  return [
    made("div", `row row--between ${seat}`, made("span", "row", emblem(), name(who)), income),
    ...(spelled.length ? spelled : [made("div", "wordline", said("b", "", what))]),
    ...(why ? [said("p", "small", why)] : []),
    ...fines.map((one) => said("p", "small neg", one.textContent)),
    ...deeds.map((one) => said("p", "small muted", one.textContent)),
  ];
}

let drawn = null;
function draw() {
  const turn = $("#turnlist > .turn:not(.is-running)");
  if (!turn || turn === drawn) return;
  drawn = turn;
  const found = parts(turn);
  $("#lastplay-told").replaceChildren(...whole(found));
  $("#ticker").replaceChildren(...line(found));
}

onPanels(draw);
draw();
