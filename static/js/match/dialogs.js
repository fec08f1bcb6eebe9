/* Dialogs, and the rail beside the board, which is a sheet on a narrow page. */
import { $, $$ } from "./page.js";

export function openDialog(id) {
  const dialog = $(`#d-${id}`);
  if (dialog.open) return;
  dialog.showModal();
  $("[aria-checked=true], .letters button", dialog)?.focus();
}
/* What is known of a word is shown when it has come. */
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id === "word-said") openDialog("word");
});
export const closeDialog = (id) => {
  if ($(`#d-${id}`).open) $(`#d-${id}`).close();
};

/* On a narrow page the rail is a sheet; on a wide one the same tabs stand beside the board. */
export function showTab(name, asSheet = false) {
  $("#rail").dataset.shows = name;
  $$("[role=tab]").forEach((tab) => {
    tab.setAttribute("aria-selected", tab.dataset.tab === name);
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
  });
  if (asSheet) document.body.classList.add("sheet-open");
}
export const sheetIsOpen = () =>
  document.body.classList.contains("sheet-open") && getComputedStyle($(".scrim")).display !== "none";
let opener = null;
/* The rail with this tab; the focus goes there, and back when the sheet is closed. */
function openSheet(button) {
  opener = button;
  showTab(button.dataset.sheet, true);
  [$(`#tab-${button.dataset.sheet}`), $(`#p-${button.dataset.sheet} [data-close-sheet]`)]
    .find((one) => one?.checkVisibility())
    ?.focus({ preventScroll: true });
}
export function closeSheet() {
  document.body.classList.remove("sheet-open");
  if ($("#rail").contains(document.activeElement)) opener?.focus();
}

document.addEventListener("click", (event) => {
  const at = event.target.closest("[data-close], [data-close-sheet], [data-sheet], [data-tab], [data-open]");
  if (!at) return;
  if ("close" in at.dataset) at.closest("dialog").close();
  else if ("closeSheet" in at.dataset) closeSheet();
  else if (at.dataset.sheet) openSheet(at);
  else if (at.dataset.tab) showTab(at.dataset.tab);
  else openDialog(at.dataset.open);
});
document.addEventListener("click", (event) => {
  if (event.target.matches("dialog.dlg")) event.target.close();
});
/* A finger that opens a dialog has not pressed anything in it: the click that ends its tap falls on what lies there by
   then, which is the edge that closes the dialog, or one of its buttons. */
let pressed = null;
document.addEventListener(
  "pointerdown",
  (event) => {
    pressed = event.target;
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    const dialog = event.target.closest("dialog");
    if (!event.detail || !dialog || dialog.contains(pressed)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  },
  true,
);
