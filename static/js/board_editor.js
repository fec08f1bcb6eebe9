/* The page where a board is painted: by mouse, finger and keys, mirrored, a stroke at a time back and forward. The
   field of rows is what the form sends; what is painted is written there, and what is written there is put on the
   board. */
import { brushOf, coord, draw, drawTally, place, squareAt, text } from "./boards/draw.js";
import { between, count, empty, faultOf, mayStand, painted, read, twins } from "./boards/rows.js";

const $ = (selector) => document.querySelector(selector);
const chosen = (name) => $(`[name=${name}]:checked`).value;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const COUNTED = ["d", "t", "D", "T"];

const field = $("#rows");
const size = () => board.rows.length;
const board = { rows: [], past: [], next: [], hover: null, focus: [0, 0], stroke: null };
const first = { text: field.value, name: $("#name").value, isKept: Boolean($("#keep").dataset.kept) };
let isLeaving = false;

const say = (said) => {
  $("#live").textContent = "";
  $("#live").textContent = said;
};
const isSaved = () => first.isKept && field.value === first.text && $("#name").value === first.name;
const isTouched = () => field.value !== first.text || $("#name").value !== first.name;

function show() {
  draw({ ...board, mirror: chosen("mirror") });
  drawTally(COUNTED.map((mark) => [mark, count(board.rows, mark)]));
  $("[data-edit=undo]").disabled = !board.past.length;
  $("[data-edit=redo]").disabled = !board.next.length;
  document.querySelectorAll("[data-size]").forEach((button) => {
    button.setAttribute("aria-pressed", Number(button.dataset.size) === size());
  });
  showSaved();
}

function showSaved() {
  const said = text(isSaved() ? "saved" : "unsaved");
  if ($("[data-savestate]").textContent !== said) $("[data-savestate]").textContent = said;
}

/* Other rows on the board and in the field; the keys stay where they are, as far as the board reaches. */
function put(rows) {
  const isOther = rows.length !== size();
  board.rows = rows;
  field.value = rows.join("\n");
  if (isOther) Object.assign(board, { focus: [(rows.length - 1) / 2, (rows.length - 1) / 2], hover: null });
}

function change(rows) {
  board.past.push(board.rows);
  board.next = [];
  $("#rows-error").textContent = "";
  put(rows);
}

function step(from, to, said) {
  if (!from.length) return;
  to.push(board.rows);
  put(from.pop());
  say(said);
}

const EDITS = {
  undo: () => step(board.past, board.next, text("undone")),
  redo: () => step(board.next, board.past, text("redone")),
  clear: () => {
    change(empty(size()));
    say(text("cleared"));
  },
};

/* Paint a square and its twins; false where the mark may not stand. */
function paint(at, mark) {
  if (!mayStand(board.rows, at, mark)) {
    say(text("star"));
    return false;
  }
  put(painted(board.rows, twins(size(), chosen("mirror"), at), mark));
  return true;
}

function tell(at) {
  const { spoken } = brushOf(board.rows[at[0]][at[1]]).dataset;
  const reached = twins(size(), chosen("mirror"), at).length;
  say(reached > 1 ? text("painted-more", coord(at), spoken, reached) : text("painted", coord(at), spoken));
}

/* A stroke of one square: by the keys, or where a pointer comes down. The same kind once more takes it away. */
function begin(at, mark) {
  const before = board.rows;
  if (!paint(at, mark)) return false;
  board.past.push(before);
  board.next = [];
  tell(at);
  return true;
}

const toggled = (at) => (board.rows[at[0]][at[1]] === chosen("brush") ? "." : chosen("brush"));
const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("#board .cell");

$("#board").addEventListener("pointerdown", (event) => {
  const cell = under(event);
  if (!cell || !event.isPrimary || event.button) return;
  const at = place(cell);
  const mark = toggled(at);
  Object.assign(board, { hover: at, focus: at });
  if (begin(at, mark)) board.stroke = { mark, at };
  show();
});
document.addEventListener("pointermove", (event) => {
  if (!event.isPrimary) return;
  const cell = under(event);
  const at = cell ? place(cell) : null;
  if (at?.join() === board.hover?.join()) return;
  if (at && board.stroke) {
    between(board.stroke.at, at).forEach((passed) => paint(passed, board.stroke.mark));
    board.stroke.at = at;
  }
  board.hover = at;
  show();
});
const lift = (event) => {
  if (!event.isPrimary) return;
  board.stroke = null;
  if (event.pointerType !== "mouse") board.hover = null;
  show();
};
document.addEventListener("pointerup", lift);
document.addEventListener("pointercancel", lift);

/* The keys on the board: arrows move, a figure or a sign of the rows takes that kind and paints it. */
function onBoard(event) {
  const last = size() - 1;
  const within = (number) => Math.min(last, Math.max(0, number));
  const [row, col] = board.focus;
  const brush = [...document.querySelectorAll("[name=brush]")].find(
    (one, number) => one.value === event.key || String(number) === event.key,
  );
  if (event.key in STEPS) board.focus = [within(row + STEPS[event.key][0]), within(col + STEPS[event.key][1])];
  else if (event.key === "Home") board.focus = [row, 0];
  else if (event.key === "End") board.focus = [row, last];
  else if (event.key === "Enter" || event.key === " ") begin(board.focus, toggled(board.focus));
  else if (event.key === "Delete" || event.key === "Backspace") begin(board.focus, ".");
  else if (brush) {
    brush.checked = true;
    begin(board.focus, brush.value);
  } else return;
  event.preventDefault();
  board.hover = board.focus;
  show();
  squareAt(board.focus).focus();
}

document.addEventListener("keydown", (event) => {
  const isWriting = event.target.matches("input:not([type=radio]), textarea, select");
  if (isWriting || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    EDITS[key === "y" || event.shiftKey ? "redo" : "undo"]();
    show();
    if (event.target.closest("#board")) squareAt(board.focus).focus();
  } else if (event.target.closest("#board")) onBoard(event);
});
$("#board").addEventListener("focusin", ({ target }) => {
  if (target.matches(".cell")) board.focus = place(target);
  else squareAt(board.focus).focus();
});
/* Where a screen reader presses a square by its own means there is a click, and no pointer before it. */
$("#board").addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  if (!cell || event.detail) return;
  begin(place(cell), toggled(place(cell)));
  show();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-edit], [data-size]");
  if (!button) return;
  if (button.dataset.edit) EDITS[button.dataset.edit]();
  else if (Number(button.dataset.size) !== size()) {
    change(empty(Number(button.dataset.size)));
    say(text("sized", size()));
  }
  show();
});
document.addEventListener("change", ({ target }) => {
  if (target.name === "mirror") show();
  if (target.id !== "begin-from" || !target.value) return;
  change(read(target.value));
  target.value = "";
  say(text("read"));
  show();
});
field.addEventListener("change", () => {
  const rows = read(field.value);
  const fault = faultOf(rows);
  if (fault) {
    $("#rows-error").textContent = text(`fault-${fault[0]}`, fault[1], fault[2]);
    return;
  }
  if (rows.join() !== board.rows.join()) change(rows);
  else put(rows);
  $("#rows-error").textContent = "";
  say(text("read"));
  show();
});
$("#name").addEventListener("input", showSaved);
$("#keep").addEventListener("submit", () => {
  isLeaving = true;
});
addEventListener("beforeunload", (event) => {
  if (isTouched() && !isLeaving) event.preventDefault();
});

/* What was posted and refused stays in the field as it is, and the board is the last that could be one. */
const begun = read(field.value);
if (faultOf(begun)) {
  board.rows = empty(Number($("[data-size][aria-pressed=true]").dataset.size));
  board.focus = [(size() - 1) / 2, (size() - 1) / 2];
} else put(begun);
show();
