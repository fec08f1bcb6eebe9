/* The page after a match, once, for whoever comes from its board: the sums count out, and the winner is celebrated. All
   is there from the beginning and is only shown anew; any touch ends it. */
import { isStill } from "./match/reduced_motion.js";

const COUNT = 450;
const ROW = 550;
const TILE = 420;
const SPARKS = 36;
const ENDED = "alfapower-ended";

function comesFromTheBoard() {
  try {
    const ended = sessionStorage.getItem(ENDED);
    sessionStorage.removeItem(ENDED);
    return ended === location.pathname;
  } catch {
    return false; // a browser that keeps nothing shows the page as it is
  }
}

const number = (text) => Number(text.replace("−", "-"));
const written = (value, plus) => `${value < 0 ? "−" : plus && value > 0 ? "+" : ""}${Math.abs(value)}`;

function show() {
  const endings = [];
  const animations = [];
  let over = false;
  const move = (element, frames, delay, duration) =>
    animations.push(element.animate(frames, { delay, duration, fill: "backwards", easing: "ease-out" }));

  function begin(shown) {
    shown.classList.add("is-counted");
    endings.push(() => {
      shown.classList.remove("is-counted");
      delete shown.dataset.counted;
    });
  }

  /* Count a figure up from nothing. It is drawn over the figure that stands there: whoever reads or hears the page
     meanwhile finds that as it is. */
  function count(shown, at) {
    const text = shown.textContent;
    const value = number(text.trim());
    const plus = text.includes("+");
    if (!Number.isInteger(value)) return;
    const began = performance.now() + at;
    begin(shown);
    const step = (now) => {
      if (over) return;
      const part = Math.min(1, Math.max(0, now - began) / COUNT);
      shown.dataset.counted = written(Math.round(value * part), plus);
      if (part < 1) requestAnimationFrame(step);
    };
    step(performance.now());
  }

  /* What a player has in the end grows with the rows below it: words, then coins, then tiles. */
  function sumUp(shown) {
    const parts = ["score", "bonus", "left"]
      .map((part) => document.getElementById(`${part}-${shown.dataset.final}`))
      .filter((part) => part)
      .map((part) => number(part.textContent.trim()));
    const total = number(shown.textContent.trim());
    if (![...parts, total].every(Number.isInteger)) return;
    const began = performance.now();
    begin(shown);
    const step = (now) => {
      if (over) return;
      const sum = parts.reduce((so, part, i) => so + part * Math.min(1, Math.max(0, now - began - i * ROW) / COUNT), 0);
      const isDone = now - began > parts.length * ROW;
      shown.dataset.counted = written(isDone ? total : Math.round(sum));
      if (!isDone) requestAnimationFrame(step);
    };
    step(began);
  }

  document.querySelectorAll("[data-final]").forEach(sumUp);
  const rows = [...document.querySelectorAll(".sumtable tbody tr")];
  rows.forEach((row, i) => {
    const figures = row.querySelectorAll("[id^=score-], [id^=bonus-], [id^=left-], [id^=total-]");
    move(row, [{ opacity: 0 }, {}], i * ROW, COUNT / 2);
    figures.forEach((shown) => count(shown, i * ROW));
  });
  const end = rows.length * ROW + COUNT;
  const verdict = document.querySelector(".verdict");
  verdict.querySelectorAll(".vtiles > span").forEach((tile, i) => {
    move(tile, [{ transform: "translateY(-1em) rotate(-8deg)", opacity: 0 }, {}], i * 90, TILE);
  });
  if (verdict.dataset.outcome === "won") {
    for (let i = 0; i < SPARKS; i += 1) {
      const spark = document.createElement("i");
      spark.className = "spark";
      spark.setAttribute("aria-hidden", "true");
      verdict.append(spark);
      endings.push(() => spark.remove());
      const way = (i / SPARKS) * 2 * Math.PI;
      const far = 120 + ((i * 53) % 140);
      const to = `translate(${Math.cos(way) * far * 1.6}px, ${Math.sin(way) * far}px) rotate(${i * 40}deg)`;
      move(
        spark,
        [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: to, opacity: 0 }],
        TILE + (i % 3) * 260,
        1100,
      );
    }
  }
  function finish() {
    if (over) return;
    over = true;
    animations.forEach((animation) => animation.cancel());
    endings.forEach((ending) => ending());
  }
  setTimeout(finish, Math.max(end, TILE + 1800));
  ["pointerdown", "keydown"].forEach((touch) =>
    document.addEventListener(touch, finish, { once: true, capture: true }),
  );
}

if (comesFromTheBoard() && !isStill()) show();

/* What the page asks says whether somebody looks at it: what it shows them, nothing else need tell them. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (document.visibilityState === "visible") detail.headers["X-Looking"] = "1";
});
