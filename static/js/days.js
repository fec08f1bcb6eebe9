/* The clock of a slow match in words, as game/presentation/durations.py says it: what is left is rounded up. Fetched by
   the pages of slow matches alone. */
const $ = (selector, root = document) => root.querySelector(selector);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const said = (name, value) => $("#days-words").dataset[name].replace("{0}", value);

function duration(left) {
  const seconds = Math.ceil(left / SECOND);
  if (seconds * SECOND < HOUR) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const minutes = Math.ceil(left / MINUTE);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor(minutes / 60) % 24;
  const parts = days
    ? [said(days === 1 ? "day" : "days", days), hours && said("hours", hours)]
    : [said("hours", hours), minutes % 60 && said("minutes", minutes % 60)];
  return parts.filter(Boolean).join(" ");
}

function reserveLength(left) {
  const minutes = Math.ceil(left / MINUTE);
  return minutes >= 60 ? said("hours", Math.floor(minutes / 60)) : said("minutes", minutes);
}

/* A match that was live when its page came has not the style of days yet. */
const { css } = $("#days-words").dataset;
if (!$(`link[href="${css}"]`)) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = css;
  document.head.append(style);
}

function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/* Show what is left (ms) of the turn and the reserve together; `reserve` of it is reserve, a turn alone is `full`. */
export function showDays(now, reserve, full) {
  const left = Math.max(0, now);
  const turn = Math.max(0, left - reserve);
  const onReserve = reserve > 0 && turn === 0;
  const days = $("#timer .timer__days");
  if (!days) return; // the match has ended while this script was on its way
  days.classList.toggle("is-reserve", onReserve);
  days.classList.toggle("is-low", reserve === 0 && left < full / 4);
  const words = duration(onReserve ? left : turn);
  if ($("#days-left").textContent !== words || !days.style.length) {
    $("#days-left").textContent = words;
    days.style.setProperty("--left", Math.min(1, turn / full));
  }
  if (reserve === 0) return;
  const [length, word] = $("#days-reserve").children;
  write(length, onReserve ? "" : `+ ${reserveLength(reserve)}`);
  write(word, said(onReserve ? "ofReserve" : "reserve", ""));
}
