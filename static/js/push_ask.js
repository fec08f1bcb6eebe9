/* After the first turn sent in a slow match: shall we tell you when it is your turn again? Asked once; whatever the
   answer, never again. The server knows whether it was; this browser remembers that, so as not to ask it each time.
   The match page of slow matches loads this. */
import { isBlocked, isPossible, post, subscribe, wantsHomeScreen } from "./push/browser.js";

const KEPT = "ap-push-asked";
const place = document.querySelector("script[data-push-ask]");
const isMine = () => document.querySelector("#state").dataset.mine === "1";

let wasMine = isMine();
const watch = new MutationObserver(() => {
  const now = isMine();
  if (wasMine && !now) ask();
  wasMine = now;
});

const done = () => {
  watch.disconnect();
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    /* It is asked of the server once more. */
  }
};

async function ask() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(place.dataset.pushAsk).catch(() => null);
  if (!answer?.ok) return;
  done();
  if (answer.status === 204) return;
  document.body.insertAdjacentHTML("beforeend", await answer.text());
  const dialog = document.querySelector("#d-push");
  const answered = () => post(dialog.dataset.asked).catch(() => {});
  if (wantsHomeScreen())
    dialog
      .querySelectorAll("[data-push-question], [data-push-home-screen]")
      .forEach((part) => (part.hidden = "pushQuestion" in part.dataset));
  dialog.addEventListener("close", answered);
  dialog.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if ("pushOn" in button.dataset) subscribe(dialog.dataset.key, dialog.dataset.subscribe).catch(() => {});
    dialog.close();
  });
  dialog.showModal();
}

const isKept = () => {
  try {
    return Boolean(localStorage.getItem(KEPT));
  } catch {
    return false;
  }
};
if (!isKept() && ((isPossible() && !isBlocked()) || wantsHomeScreen()))
  watch.observe(document.querySelector("#state").parentElement, {
    attributes: true,
    childList: true,
    subtree: true,
    attributeFilter: ["data-mine"],
  });
