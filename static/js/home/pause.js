/* A pause of Quick Join counts down, says its end by the reader's own clock, and is `over` when it is: htmx then
   fetches what comes after it. The end is kept by the clock of the wall, as a device that sleeps counts no seconds. */
const SECOND = 1000;
const LONGEST_RING = 1;

const two = (number) => String(number).padStart(2, "0");
function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function sayEnd(time) {
  const end = new Date(time.dateTime);
  const isToday = end.toDateString() === new Date().toDateString();
  const shown = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(isToday ? {} : { weekday: "long" }) };
  time.textContent = end.toLocaleString(document.documentElement.lang, shown);
}

function count(card) {
  const end = Date.now() + Number(card.dataset.pause) * SECOND;
  const [ring, figure] = [card.querySelector(".timer"), card.querySelector(".timer__n")];
  const counting = setInterval(tick, SECOND);
  function tick() {
    if (!card.isConnected) return clearInterval(counting);
    const left = Math.max(0, Math.ceil((end - Date.now()) / SECOND));
    figure.textContent = clock(left);
    ring.style.setProperty("--left", Math.min(LONGEST_RING, left / Number(card.dataset.whole)));
    if (left) return;
    clearInterval(counting);
    card.dispatchEvent(new Event("over"));
  }
  tick();
}

function begin(part) {
  part.querySelectorAll("[data-own-clock]").forEach(sayEnd);
  part.querySelectorAll("[data-pause]").forEach(count);
}

export function beginPauses() {
  begin(document);
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    if (elt !== document.body) begin(elt);
  });
}
