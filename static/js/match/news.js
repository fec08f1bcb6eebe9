/* News for whoever looks elsewhere: the title, the icon of the tab, and the beginning of a turn. */
import { $, $$, shout, state } from "./page.js";
import { onPanels } from "./panels.js";
import { sound } from "./sound.js";
import { allShown } from "./last_action.js";

const icon = $("link[rel=icon]");
let before = { ...state() };

function told() {
  const now = { ...state() };
  document.title = `${now.title} · AlfaPower`;
  icon.href = now.mine === "1" ? icon.dataset.turn : icon.dataset.plain;
  if (now.phase === "alfa" && before.phase !== "alfa" && now.mine === "1") sound("alfa");
  if (now.mine === "1" && before.mine !== "1" && now.phase === "play") {
    shout(now.title);
    sound("turn");
  }
  if (now.phase === "over" && before.phase !== "over") {
    shout(now.title);
    allShown().then(() => sound(now.outcome));
  }
  if (now.opponent !== before.opponent && now.opponent === "here") sound("back");
  before = now;
}

$$(".only-script").forEach((element) => {
  element.hidden = false;
});
onPanels(told);
told();
