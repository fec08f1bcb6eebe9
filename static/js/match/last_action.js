/* What was last done, by whomever: said, heard, outlined on the board, and played back. The server tells it in #told,
   oldest first; what is new is what this page has not seen there before. */
import { isStill } from "./reduced_motion.js";
import { $, $$, say, state } from "./page.js";
import { onPanels } from "./panels.js";
import { cellAt, place } from "./board_state.js";
import { sound } from "./sound.js";

const MOST_MS = 1500;
const MANY = 50; // points

/* The deeds as told: {key, kind, mine, said, cells, points, letter, why}. */
const deeds = () =>
  $$("#told > p").map((told) => ({
    key: told.dataset.key,
    kind: told.classList[0],
    mine: state().seat !== "" && told.classList.contains("you"),
    side: told.classList[1],
    said: told.textContent,
    cells: (told.dataset.at ?? "").split(" ").filter(Boolean).map(place),
    points: (told.dataset.points ?? "").split(" ").filter(Boolean).map(Number),
    letter: told.dataset.letter ?? "",
    why: told.dataset.why ?? "",
  }));
const figures = () => new Map($$("[id^=score-], [id^=coins-]").map((shown) => [shown.id, shown.textContent]));

/* Kept for the latest match of this browser: what came while the page was away is told when it is back. */
const KEPT = "alfapower-seen";
function kept() {
  try {
    const { at, key } = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return at === location.pathname ? key : undefined;
  } catch {
    return undefined; // a browser that keeps nothing
  }
}
function keep(key) {
  seen = key;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ at: location.pathname, key }));
  } catch {
    /* a browser that keeps nothing */
  }
}

let seen = kept();
const missed = [];
let before = figures();
let player = null;
let running = null;

/* What the page plays with comes when the first hand is on it, or when there is something to play. */
const load = () =>
  (player ??= import($("#match").dataset.playback).catch(() => {
    player = null; // the network is away: the next time
  }));
["pointerdown", "keydown"].forEach((touch) =>
  document.addEventListener(touch, () => isStill() || load(), { once: true, capture: true }),
);
const skip = () => running?.skip();
["pointerdown", "keydown"].forEach((touch) => document.addEventListener(touch, skip, { capture: true }));

/* What has been done is seen and heard; resolves when it has been, at most a second and a half later. */
let shown = Promise.resolve();
export const allShown = () => shown;

async function show(news, was, play = sound) {
  const playback = isStill() || document.hidden ? null : await load();
  if (!playback) {
    news.forEach((deed) => play(heard(deed)));
    if (document.hidden) missed.push(...news);
    return;
  }
  skip();
  const mine = playback.play(news, was, { cellAt, sound: (name, deed) => play(name ?? heard(deed)), most: MOST_MS });
  running = mine;
  await mine.done;
  if (running === mine) running = null;
}

/* The sound of a deed: that of its kind, but for words, which may be worth many points, and what costs coins. */
const heard = ({ kind, points }) => {
  const many = points.reduce((sum, n) => sum + n, 0) >= MANY;
  return { words: many ? "triumph" : "word", buy: "coins" }[kind] ?? kind;
};

/* What was heard while nobody looked is seen when somebody does. */
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !missed.length) return;
  const late = missed.splice(0).slice(-deeds().length);
  shown = show(late, new Map(), () => {});
});

/* Once more, as the last one was. */
export function seeAgain() {
  shown = show(deeds().slice(-1), new Map());
}

/* Its squares are outlined until something else is done; the ring of the last play has its own. */
function outline() {
  const at = deeds().at(-1);
  $$(".is-told").forEach((cell) => cell.classList.remove("is-told", "is-mine"));
  if (!at || at.kind === "words") return;
  at.cells.forEach((cell) => cellAt(...cell).classList.add("is-told", ...(at.mine ? ["is-mine"] : [])));
}

function told() {
  const all = deeds();
  const news = all.slice(all.findIndex((deed) => deed.key === seen) + 1);
  outline();
  if (news.length) skip();
  else if (running) return; // what came changes nothing of what is played back
  const was = before;
  before = figures();
  if (!news.length) return;
  keep(all.at(-1).key);
  const others = news.filter((deed) => !deed.mine || ["words", "pass", "time"].includes(deed.kind));
  if (others.length) say(others.flatMap(({ said, why }) => (why ? [said, `${why}.`] : [said])).join(" "));
  shown = show(news, was);
}

/* A turn of the list lights its tiles while it is pointed at, or anything in it has the focus. */
function light(turn) {
  $$(".is-lit").forEach((cell) => cell.classList.remove("is-lit"));
  (turn?.dataset.at ?? "")
    .split(" ")
    .filter(Boolean)
    .forEach((at) => cellAt(...place(at))?.classList.add("is-lit"));
}
["mouseover", "focusin"].forEach((kind) =>
  document.addEventListener(kind, (event) => light(event.target.closest?.(".turn"))),
);

onPanels(told);
if (seen === undefined) keep(deeds().at(-1)?.key ?? "");
told();
