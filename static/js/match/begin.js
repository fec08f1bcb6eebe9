/* The page of a match begins: from now on each batch of panels is taken up, and its controls can be used. */
import { $$, loadAnew, state } from "./page.js";
import { onPanels } from "./panels.js";
import { allShown } from "./last_action.js";

/* The page of the result stands at this address; the end of the match is shown there anew (end.js). */
function showResult() {
  try {
    sessionStorage.setItem("alfapower-ended", location.pathname);
  } catch {
    /* a browser that keeps nothing shows it as it is */
  }
  setTimeout(loadAnew, 1200);
}

/* `refreshed` is called now and after each batch of new panels. */
export function begin(refreshed) {
  const all = () => {
    refreshed();
    if (state().phase === "over") allShown().then(showResult);
  };
  onPanels(all);
  all();
  /* Until here nothing would have been heard: the page's controls were drawn as what cannot be used yet. */
  $$("[inert]").forEach((waiting) => {
    waiting.inert = false;
  });
}
