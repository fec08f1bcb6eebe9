/* Offers of the other players: one that is looked away from stays folded on this page, over fresh panels too, until the
   turn ends; nobody is told of it. */
import { $, $$ } from "./page.js";
import { onPanels } from "./panels.js";

const folded = new Set();
const offerOf = (inside) => inside.closest("[data-offer]");

function drawFolds() {
  for (const offer of $$("#offers [data-offer]")) {
    const isFolded = folded.has(offer.dataset.offer);
    offer.classList.toggle("is-folded", isFolded);
    $("[data-act=fold]", offer)?.setAttribute("aria-expanded", !isFolded);
  }
}

export function fold(button) {
  const { offer } = offerOf(button).dataset;
  if (!folded.delete(offer)) folded.add(offer);
  drawFolds();
}
onPanels(drawFolds);
