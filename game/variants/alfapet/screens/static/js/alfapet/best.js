/* Alone: how far it is to one's best, which comes with the page (#best) and is the site's word. */
import { $, text } from "../match/page.js";
import { onPanels } from "../match/panels.js";

function show() {
  const best = $("#best [data-best]");
  if (!best) return;
  const mine = Number($("#score-you").textContent.replace("−", "-"));
  const most = Number(best.dataset.best);
  $("rect:last-child", best).setAttribute("width", Math.max(0, Math.min(100, (mine / Math.max(1, most)) * 100)));
  $(".best__left", best).textContent = mine > most ? text("newBest") : text("toBest", most - mine);
}

onPanels(show);
document.addEventListener("htmx:afterSettle", show);
