/* A pass that can be taken back for a few seconds, for whoever prefers that: it is sent when they are over. Its button
   stands in the place of Pass; a tile taken up, another button of the turn and Escape call the pass off, and leaving
   the page sends it at once. match.js gives it what it needs of the page. */
const SECONDS = 4;
const TOO_LATE = SECONDS + 2; // of the turn: a pass that waited would meet its end
let isWaiting = false;

export function passLater({ $, state, say, secondsLeft, text }, pass) {
  if (isWaiting) return; // pressed again before the button was there
  const left = secondsLeft();
  if (left !== null && left <= TOO_LATE) {
    pass();
    return;
  }
  isWaiting = true;
  const { turn } = state();
  const { content } = $("#readout-undo");
  const button = $("button", content).cloneNode(true);
  const figure = document.createElement("span");
  figure.className = "num";
  delete button.dataset.act;
  button.classList.add("act");
  button.prepend($("svg", content).cloneNode(true));
  button.append(" ", figure);
  const place = () => $("#actions [data-act=pass]");
  let seconds = SECONDS;

  function show() {
    figure.textContent = seconds;
    if (button.isConnected || !place()) return;
    const hadFocus = document.activeElement === place() || document.activeElement === document.body;
    place().after(button);
    place().hidden = true;
    if (hadFocus) button.focus();
  }
  function end(done) {
    isWaiting = false;
    clearInterval(timer);
    ["pointerdown", "keydown", "visibilitychange"].forEach((what) => document.removeEventListener(what, watch, true));
    const hadFocus = document.activeElement === button;
    button.remove();
    if (place()) place().hidden = false;
    if (hadFocus) place()?.focus();
    if (done) done();
  }
  function watch(event) {
    if (event.type === "visibilitychange") {
      if (document.visibilityState === "hidden") end(pass);
    } else if (event.type === "keydown" ? event.key === "Escape" : isOther(event.target)) end(called);
  }
  const isOther = (target) => !button.contains(target) && target.closest("#board, #rack, #actions, #slots");
  const called = () => say(text("unpassed"));

  const timer = setInterval(() => {
    seconds -= 1;
    if (state().turn !== turn) end();
    else if (seconds <= 0) end(pass);
    else show();
  }, 1000);
  button.addEventListener("click", () => end(called));
  ["pointerdown", "keydown", "visibilitychange"].forEach((what) => document.addEventListener(what, watch, true));
  show();
  say(text("passing", SECONDS));
}
