/* "Put AlfaPower on your home screen": asked quietly from the third visit on, during one visit, and once more 90 days
   later; never where it is installed, or where the browser has no way to. It is a matter of this device, so it is kept
   here. */
const KEY = "ap-install";
const VISITS = 3;
const APART_MS = 30 * 60_000; // who comes back sooner has not been away
const PAUSE_MS = 90 * 24 * 3_600_000;
const MOST = 2;

function kept() {
  try {
    return { visits: 0, seen: 0, began: 0, asked: [], ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return null;
  }
}
function keep(state) {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
    return true;
  } catch {
    return false; // what cannot be kept would be asked again and again
  }
}

/* This visit, counted. Who was away for long begins another. */
function visit(now) {
  const state = kept();
  if (!state) return null;
  if (now - state.seen > APART_MS) Object.assign(state, { visits: state.visits + 1, began: now });
  state.seen = now;
  return keep(state) ? state : null;
}

function mayAsk({ visits, began, asked, answered }, now) {
  if (visits < VISITS || answered === "installed") return false;
  const last = asked.at(-1) ?? 0;
  if (last >= began) return answered !== "not now"; // the visit in which it stands
  return asked.length < MOST && now - last >= PAUSE_MS;
}

export function beginInstalling() {
  const hint = document.querySelector("[data-install]");
  const now = Date.now();
  const state = visit(now);
  if (!state) return;
  let question = null;
  const answer = (answered) => {
    keep({ ...kept(), answered });
    hint?.toggleAttribute("hidden", true);
  };
  addEventListener("appinstalled", () => answer("installed"));
  if (matchMedia("(display-mode: standalone)").matches) return answer("installed");
  if (!hint || !mayAsk(state, now)) return;

  const ask = () => {
    if (!hint.hidden) return;
    if (!(state.asked.at(-1) >= state.began)) keep({ ...kept(), asked: [...state.asked, now], answered: "" });
    hint.hidden = false;
  };
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the browser's own question comes by the button
    question = event;
    ask();
  });
  /* Safari on a phone knows no question: there the way is told. */
  if (navigator.standalone === false) {
    hint.querySelectorAll("[data-by-hand]").forEach((one) => (one.hidden = false));
    hint.querySelectorAll("[data-by-press]").forEach((one) => (one.hidden = true));
    ask();
  }
  hint.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-not-now]")) answer("not now");
    if (!target.closest("[data-add]")) return;
    question.prompt();
    const { outcome } = await question.userChoice;
    answer(outcome === "accepted" ? "installed" : "not now");
  });
}
