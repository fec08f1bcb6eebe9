/* The ledger of the games that explain a turn row by row: the sum at the left, and a row for each word, bonus and cost
   with what made it. Their own scripts bring it. A row is its name, a sign of the page's (#readout-row) or "", why, and
   points. */
import { $, $$, counted, text } from "./page.js";
import { game } from "./game.js";

const MOST_ROWS = 3;
const figure = (number) => String(number).replace("-", "−");

game.kind = ({ score }) => (score < 0 ? "neg" : "ok");

game.worth = ({ rows, score }) => {
  const holder = document.createElement("div");
  holder.append($("#readout-worth").content.cloneNode(true));
  $(".ledger__net b", holder).textContent = figure(score);
  $(".ledger__net small", holder).textContent = counted("pointsOf", Math.abs(score));
  const shown = rows.length > MOST_ROWS ? rows.slice(0, MOST_ROWS - 1) : rows;
  const rest = rows.slice(shown.length);
  const list = $(".ledger__rows", holder);
  shown.forEach((row) => list.append(...drawn(...row)));
  if (rest.length) {
    const sum = rest.reduce((points, row) => points + row[3], 0);
    list.append(...drawn(text("more", rest.length), "", "", sum));
  }
  return holder.innerHTML;
};

function drawn(name, sign, why, points) {
  const row = $("#readout-row").content.cloneNode(true);
  const [title, figureAt] = $$("b", row);
  title.textContent = name;
  figureAt.textContent = figure(points);
  $(".why", row).textContent = why;
  $$("[data-sign]", row).forEach((mark) => {
    if (mark.dataset.sign !== sign) mark.remove();
  });
  return row.childNodes;
}
