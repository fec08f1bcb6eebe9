/* Sounds of the match, with what a hand feels of them: as loud as the player prefers (site.js keeps that on the root
   element), off by one button in sight. */
import { $ } from "./page.js";

const preferred = document.documentElement.dataset;
let player = null;

/* Make a sound by its name (sounds.js lists them) if they are on. Browsers allow none before the page was touched. */
export function sound(name) {
  if (preferred.sound !== "on" || !navigator.userActivation.hasBeenActive) return;
  player ??= import($("#match").dataset.sounds).catch(() => {
    player = null; // the network is away: the next time
  });
  player.then((sounds) => sounds?.make(name, Number(preferred.soundLevel) / 100));
}

const drawButton = () => $("#sound").setAttribute("aria-pressed", preferred.sound === "on");
drawButton();
/* Heard as it will be from now on. */
document.addEventListener("preference", ({ detail: { key } }) => {
  drawButton();
  if (key.startsWith("sound")) sound("coins");
});
