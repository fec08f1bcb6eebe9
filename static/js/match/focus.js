/* The focus stays where it was; where that is switched off or gone, it goes on to what the same panel offers, or else
   to the hand. For keys alone: what a mouse has pressed need not be found again. */
import { $, $$ } from "./page.js";

let focused = null;
let byKeys = false;

function whereIs(element) {
  if (element.matches("summary")) return `#${element.parentElement.id} > summary`;
  const { r, c, ri, act: name, buy, slot } = element.dataset;
  if (r) return `.cell[data-r="${r}"][data-c="${c}"]`;
  if (ri) return `[data-ri="${ri}"]`;
  if (name) return `#${element.closest("[id]").id} [data-act="${name}"]`;
  if (buy) return `[data-buy="${buy}"]`;
  if (slot) return `[data-slot="${slot}"]`;
  return element.id ? `#${element.id}` : null;
}

/* The panel of which something is drawn anew: of those at the side not the single item. */
const panelOf = (part) => part.closest("[role=tabpanel]") ?? part.closest("[id]");

/* Remember the focus if it is in what is about to be drawn anew. */
export function leaveFocus(part) {
  const at = document.activeElement;
  if (part.contains(at)) focused = { same: whereIs(at), panel: panelOf(part).id };
}

export function takeFocus() {
  const at = focused;
  focused = null;
  if (!at || document.activeElement !== document.body) return;
  const panel = document.getElementById(at.panel);
  const instead = [panel, ...$$("button", panel), $('#rack [tabindex="0"]'), $('.cell[tabindex="0"]')];
  const found = [at.same && $(at.same), ...(byKeys ? instead : [])].find(
    (one) => one?.matches("button, summary, a, [tabindex]") && !one.disabled && one.checkVisibility(),
  );
  found?.focus({ preventScroll: true });
}

/* Draw a part of the page anew, and see to the focus if it was there. */
export function redraw(panel, drawing) {
  leaveFocus(panel);
  drawing();
  takeFocus();
}

document.addEventListener("focusin", (event) => {
  byKeys = event.target.matches(":focus-visible");
});
const giveOn = (panel) => {
  focused = { same: null, panel };
  setTimeout(takeFocus);
};
document.addEventListener("focusout", ({ target }) => {
  if (target.disabled) giveOn(panelOf(target).id);
});
/* After a turn the way to the next match takes the place of the buttons. */
document.addEventListener("htmx:afterSwap", () => {
  if (document.activeElement.checkVisibility()) return;
  document.activeElement.blur();
  giveOn("actions");
});
/* A dialog gives it back to where it was opened, which may be gone. */
document.addEventListener("close", () => giveOn("actions"), true);
