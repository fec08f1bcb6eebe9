/* How a line that has come is told: spoken in a region of its own, by a sound, in the lane of the last play; and when
   it was said. */
const $ = (selector, root = document) => root.querySelector(selector);
const LASTS_MS = 6000;
const HURRY_SECONDS = 15;
const DAY_MS = 86_400_000;
const preferred = document.documentElement.dataset;

/* For a screen reader, apart from the moves; who does not want it has switched it off. */
export function aloud(message) {
  if (preferred.talkAloud === "off") return;
  const line = document.createElement("p");
  line.textContent = message;
  $("#talk-aloud").replaceChildren(line);
}

/* None while it is one's own turn and time runs short. */
export function soundOf(name) {
  const seconds = Number($("#timer .timer__n")?.textContent || Infinity);
  const isBusy = $("#state")?.dataset.mine === "1" && seconds < HURRY_SECONDS;
  const address = $("#match")?.dataset.sounds;
  if (!address || isBusy || preferred.sound !== "on" || !navigator.userActivation.hasBeenActive) return;
  import(address).then(({ make }) => make(name, Number(preferred.soundLevel) / 100), Boolean);
}

/* Where the last play is told there is room for it; where a window has no such lane, the figure is enough. */
let ends = 0;
export function inLane(line, opens) {
  const lane = $("#ticker");
  if (!lane || getComputedStyle(lane).display === "none") return;
  $(".talk__lane")?.remove();
  const said = document.createElement("button");
  said.type = "button";
  said.className = "talk__lane";
  said.textContent = $(".say__b", line).textContent.trim();
  const away = () => {
    said.remove();
    lane.classList.remove("is-said");
  };
  said.addEventListener("click", () => {
    away();
    opens();
  });
  lane.classList.add("is-said");
  lane.after(said);
  clearTimeout(ends);
  ends = setTimeout(away, LASTS_MS);
}

/* Today the time of day, in the last days the weekday, else the date. */
export function times(place) {
  const { lang } = document.documentElement;
  place.querySelectorAll("time[data-at]:empty").forEach((one) => {
    const at = new Date(Number(one.dataset.at));
    const ago = Date.now() - at;
    const isToday = ago < DAY_MS && at.getDate() === new Date().getDate();
    one.dateTime = at.toISOString();
    one.title = at.toLocaleString(lang);
    one.textContent = isToday
      ? at.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
      : at.toLocaleDateString(lang, ago < 6 * DAY_MS ? { weekday: "short" } : { day: "numeric", month: "short" });
  });
}
