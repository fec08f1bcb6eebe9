/* The replay's conveniences: arrow keys, Home and End, "Play all", and the slider that follows every other way of
   stepping. Without this file the links and, by htmx, the slider still step. */
const replay = document.querySelector("[data-replay]");
const slider = replay.querySelector("[type=range]");
/* On its own page the keys work everywhere; on the end page Home and End also scroll, so there only within. */
const alone = replay.classList.contains("replay--alone");
const STEP_MS = 1400;
let playing = 0;

const number = () => Number(replay.querySelector("#moment").dataset.number);
const last = Number(replay.dataset.last);

function go(turn) {
  const wanted = Math.max(0, Math.min(last, turn));
  if (wanted === Number(slider.value)) return;
  slider.value = wanted;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

/* What is on the page now: the slider, its spoken value, and the button that plays. */
function follow() {
  slider.value = number();
  slider.setAttribute("aria-valuetext", replay.dataset.spoken.replace("{0}", number()).replace("{1}", last));
  const button = replay.querySelector("[data-play-all]");
  button.hidden = false;
  button.querySelector("[data-play]").hidden = Boolean(playing);
  button.querySelector("[data-stop]").hidden = !playing;
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  follow();
}

function playOn() {
  if (number() >= last) {
    stop();
    return;
  }
  playing = setTimeout(() => {
    go(number() + 1);
    playing = -1;
  }, STEP_MS);
  follow();
}

replay.addEventListener("click", (event) => {
  if (!event.target.closest("[data-play-all]")) {
    if (playing && event.target.closest("a")) stop();
    return;
  }
  if (playing) {
    stop();
    return;
  }
  if (number() === last) go(0);
  else playOn();
  playing = playing || -1;
  follow();
});
slider.addEventListener("pointerdown", stop);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
  if (!alone && !replay.contains(event.target)) return;
  const to = { ArrowLeft: Number(slider.value) - 1, ArrowRight: Number(slider.value) + 1, Home: 0, End: last }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  if (playing) stop();
  go(to);
});

/* The step that was asked for last is the one that counts: an older answer does not move the slider. */
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "moment") return;
  if (playing) playOn();
  else follow();
});

/* A slider moved before the scripts were there has asked for a step already; htmx hears it from here on. */
document.addEventListener("DOMContentLoaded", () => {
  const asked = Number(slider.value);
  follow();
  go(asked);
});
