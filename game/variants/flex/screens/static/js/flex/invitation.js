/* The rules before one's first turn: who made the match has chosen them, and the other may accept or decline. Shown
   once in a tab, and again from the menu for as long as it can be declined. */
import { $, $$, state } from "../match/page.js";
import { closeDialog, openDialog } from "../match/dialogs.js";
import { onPanels } from "../match/panels.js";
import { send } from "../match/targeting.js";

const SEEN = `invited-${location.pathname}`;
const may = () => state().decline === "1";

function show() {
  $$("[data-invited]").forEach((button) => {
    button.hidden = !may();
  });
  if (!may() && $("#d-invited")?.open) closeDialog("invited");
}

document.addEventListener("click", async (event) => {
  const act = event.target.closest("[data-invited]")?.dataset.invited;
  if (act === "show") {
    closeDialog("menu");
    openDialog("invited");
  } else if (act) {
    sessionStorage.setItem(SEEN, "1");
    closeDialog("invited");
    if (act === "decline") await send({ do: "decline" });
  }
});

onPanels(show);
show();
if (may() && !sessionStorage.getItem(SEEN)) openDialog("invited");
