/* The ledger: the sum at the left, and a row for each word and bonus with what made it. */
import { $, $$, counted, text } from "../match/page.js";
import { game } from "../match/game.js";

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
  if (rest.length)
    list.append(
      ...drawn(
        text("more", rest.length),
        "",
        "",
        rest.reduce((sum, row) => sum + row[3], 0),
      ),
    );
  return holder.innerHTML;
};

function drawn(name, to, why, points) {
  const row = $("#readout-row").content.cloneNode(true);
  const [title, figureAt] = $$("b", row);
  title.textContent = name;
  figureAt.textContent = figure(points);
  $(".why", row).textContent = why;
  $$(".bends", row).forEach((sign) => {
    if (sign.dataset.to !== to) sign.remove();
  });
  return row.childNodes;
}
