/* Draws what is being carried out over the server's board, and the dock under it: letters, the step, what new runs
   would pay, and the buttons. */
import { $, $$, counted, state, text } from "../match/page.js";
import { secondsLeft } from "../match/clock.js";
import { redraw } from "../match/focus.js";
import { cellAt, coord } from "../match/board_state.js";
import { carry, isFree, isLit, isReady, isWild, onChange, toGo, writes } from "./carry.js";
import { element, figure } from "./marks.js";
import { pay } from "./pay.js";

const LATE = 10;
const PICKS = ["letters", "backpack", "special", "swap", "destroy"];

/* Where the keys are on the board. */
export const cursor = { at: [3, 3] };

const myMark = () => $("#card-you").dataset.mark;

/* A letter on the paper of a seat. */
function letter(face, value, mark, wild = false) {
  const paper = element("span", `tile kt kt--${mark}${wild ? " kt--wild" : ""}`);
  if (Number(mark)) paper.append(element("i", "mk"));
  paper.append(element("span", "tile__l", face), figure("tile__v", value));
  return paper;
}

onChange(draw);
export function draw() {
  drawBoard();
  drawCursor();
  drawDock();
}

/* ---- the board ---- */
function drawBoard() {
  $$("#board .over").forEach((over) => over.remove());
  $$("#board [data-label]").forEach((cell) => {
    cell.setAttribute("aria-label", cell.dataset.label);
    cell.removeAttribute("aria-disabled");
    cell.classList.remove("is-new", "is-run", "is-ok", "is-hit");
    delete cell.dataset.label;
  });
  const { option } = carry;
  const board = $("#board");
  const picking = PICKS.includes(option?.kind);
  board.classList.toggle("is-pick", picking);
  board.classList.toggle("is-edges", option?.kind === "wall");
  if (!option) return;
  carry.items.forEach(drawItem);
  if (carry.cell) change(...carry.cell).classList.add("is-new");
  if (option.kind === "wall") drawEdges();
  (carry.quote?.runs ?? []).forEach(([[, , cells]]) => {
    cells.forEach(([r, c]) => change(r, c).classList.add("is-run"));
  });
  if (picking) $$("#board .cell").forEach(drawLit);
}

/* The cell, from now on drawn otherwise than the server has it. */
function change(r, c) {
  const cell = cellAt(r, c);
  cell.dataset.label ??= cell.getAttribute("aria-label");
  return cell;
}

function drawLit(cell) {
  const [r, c] = [Number(cell.dataset.r), Number(cell.dataset.c)];
  const here = change(r, c);
  const isMine = here.classList.contains("is-new");
  if (isLit(r, c) && !isMine) {
    here.classList.add("is-ok");
    here.setAttribute("aria-label", text("can", here.dataset.label));
  } else if (!isMine) here.setAttribute("aria-disabled", "true");
}

function over(cell, ...inside) {
  inside.forEach((one) => one.classList.add("over"));
  cell.append(...inside);
}

function drawItem({ r, c, i, as, side, part }) {
  const { kind, given, mark, short } = carry.option;
  const cell = change(r, c);
  if (side) {
    over(cell, element("i", `kw kw--${side} kw--new`));
    return;
  }
  cell.classList.add("is-new");
  const said = as ?? given[i]?.token ?? (part ? $(`#parts [data-part=${part}]`).textContent.trim() : short);
  cell.setAttribute("aria-label", text("mine", cell.dataset.label, said));
  if (writes()) {
    const paper = letter(as ?? given[i].token, given[i].value, myMark(), isWild(i));
    const tab = $(".kt__t", cell)?.cloneNode(true) ?? typed(cell);
    if (tab) paper.append(tab);
    paper.classList.add("tile--new");
    over(cell, paper);
  } else if (kind === "special") {
    if ($(".kt", cell)) over(cell, figure(`kt__t kt__t--${mark}`, short));
    else over(cell, element("span", `mark mark--${mark}`, figure("", short, "b")));
  } else if (kind === "swap") {
    const paper = $(".kt", cell).cloneNode(true);
    paper.classList.remove("kt--wild");
    $(".tile__l", paper).textContent = as;
    over(cell, paper);
  } else if (part) {
    cell.classList.add("is-hit");
    over(cell, element("span", "hit", $(`#parts [data-part=${part}] .ic`).cloneNode(true)));
  }
}
/* The tab of a type on which a letter is written. */
function typed(cell) {
  const mark = $(".mark", cell);
  if (!mark) return null;
  const kind = [...mark.classList].find((name) => name.startsWith("mark--")).slice(6);
  return figure(`kt__t kt__t--${kind}`, $("b", mark).dataset.t);
}

/* A handle on each edge that has no wall. */
function drawEdges() {
  const last = Number(state().size) - 1;
  $$("#board .cell").forEach((cell) => {
    for (const side of ["right", "down"]) {
      const rim = Number(side === "right" ? cell.dataset.c : cell.dataset.r) === last;
      if (!rim && !$(`.kw--${side}`, cell)) over(cell, element("i", `kw kw--${side} kw--hint`));
    }
  });
}

function drawCursor() {
  $$('#board .cell[tabindex="0"]').forEach((cell) => {
    cell.tabIndex = -1;
  });
  cellAt(...cursor.at).tabIndex = 0;
}

/* ---- the dock ---- */
/* Put new content there only when it is other than what is there, so that nothing is heard twice. */
function fill(place, content) {
  const holder = document.createElement("div");
  holder.append(...content);
  if (place.dataset.shown === holder.innerHTML) return;
  place.dataset.shown = holder.innerHTML;
  redraw(place, () => place.replaceChildren(...holder.childNodes));
}

function drawDock() {
  const { option } = carry;
  $("#carry").hidden = !option;
  $("#options").classList.toggle("is-away", Boolean(option));
  if (!option) return;
  drawLetters();
  const isDestroying = option.kind === "destroy" && Boolean(carry.cell);
  $("#parts").hidden = !isDestroying;
  $("#tray").hidden = isDestroying;
  if (isDestroying) {
    const there = cellAt(...carry.cell).dataset.parts.split(" ");
    $$("#parts button").forEach((button) => {
      button.disabled = !there.includes(button.dataset.part);
    });
  }
  const said = step();
  if ($("#step").textContent !== said) $("#step").textContent = said;
  const { rows, most, upTo } = pay(isDestroying ? said : option.said);
  $("#pay").classList.toggle("pay--sum", most);
  fill($("#pay"), rows);
  drawButtons(upTo);
}

function drawLetters() {
  const { option } = carry;
  const tray = $("#letters-due");
  tray.hidden = !writes();
  if (!writes()) return;
  fill(
    tray,
    option.given.map(({ token, value }, i) => {
      const button = element("button", `kr${isFree(i) ? "" : " is-used"}`);
      Object.assign(button, { type: "button", id: `kr-${i}` });
      button.dataset.kr = i;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(carry.sel === i && isFree(i)));
      button.setAttribute("aria-label", `${isWild(i) ? text("wild") : token}, ${value}`);
      if (isFree(i)) button.append(letter(isWild(i) ? "?" : token, value, myMark()));
      else button.disabled = true;
      return button;
    }),
  );
}

/* What is to be done next. */
function step() {
  const { option, note, quote, cell, sel } = carry;
  if (note) return note;
  const late = secondsLeft();
  if (late !== null && late <= LATE) return text("hurryUp");
  if (quote?.message) return quote.message;
  if (cell) return text("what", coord(cell));
  if (!quote || !toGo()) return quote ? text("ready") : "";
  if (!writes()) return text(option.kind === "wall" ? "edge" : option.kind, toGo());
  const next = sel >= 0 ? sel : option.given.findIndex((_, i) => isFree(i));
  const pick = isWild(next) ? text("pickWild") : text("pickCell", option.given[next].token);
  return option.over ? `${pick} ${option.over > 1 ? text("overMany", option.over) : text("over")}` : pick;
}

function drawButtons(upTo) {
  const { option, items, cell, busy } = carry;
  const button = (name) => $(`#actions [data-act=${name}]`);
  button("undo").disabled = !items.length && !cell;
  button("save").hidden = !(state().canSave && option.kind === "letters");
  button("save").disabled = busy;
  button("back").disabled = busy;
  button("go").disabled = !isReady();
  button("go").classList.toggle("is-busy", busy);
  $("#verb").textContent = option.verb;
  $("#upto").textContent = option.kind === "points" ? counted("points", option.n) : upTo > 0 ? text("upTo", upTo) : "";
}
