/* The puzzle on the home page: tap a tile, tap a square, or type. What a word is worth is arithmetic, worked out here
   as in a match (preview.js); whether it is one says the server, when it is tried. */
import { readOut } from "../preview.js";

const KINDS = ["DL", "TL", "DW", "TW", "star"];
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

export function beginPuzzle() {
  const root = $("#puz");
  if (!root) return;
  const board = $("#board", root);
  const rack = $("#rack", root);
  const go = $("#puz-go", root);
  const say = $("#puz-say", root);
  const texts = say.dataset;
  const numbers = JSON.parse(root.dataset.numbers);
  const sentences = JSON.parse(root.dataset.sentences);
  const squares = $$(".cell", board);
  const tiles = $$(".rt[data-tile]", rack);
  const size = Math.round(Math.sqrt(squares.length));
  const labels = squares.map((square) => square.getAttribute("aria-label"));
  const cells = squares.map((square) => {
    const tile = $(".tile", square);
    const mark = $(".mark", square);
    const letter = tile ? $(".tile__l", tile).textContent : "";
    const bonus = mark ? KINDS.find((kind) => mark.classList.contains(`mark--${kind}`)) : "";
    return {
      letter,
      value: tile ? Number($("b", tile).dataset.t) : 0,
      alfa: false,
      dead: false,
      claimed: false,
      bonus,
    };
  });
  const laid = new Map(); /* square → tile of the hand */
  let raised = -1;
  let down = false;
  let at = Math.floor(squares.length / 2);

  const filled = (index) => Boolean(cells[index].letter) || laid.has(index);
  const used = (tile) => [...laid.values()].includes(tile);
  const isSeen = (index) => squares[index].offsetParent !== null;
  const places = () =>
    [...laid].map(([index, tile]) => [Math.floor(index / size), index % size, tiles[tile].dataset.tile]);
  const fill = (text, n) => text.replace("{n}", n);

  function worth() {
    const hand = tiles.map((tile) => tile.dataset.tile);
    return readOut(numbers, { size, opened: true, cells, hand, factor: 1, tries: null }, places());
  }

  function draw(said) {
    squares.forEach((square, index) => {
      if (cells[index].letter) return;
      const tile = laid.get(index);
      square.classList.toggle("is-pending", tile !== undefined);
      square.setAttribute(
        "aria-label",
        tile === undefined ? labels[index] : `${labels[index]}, ${tiles[tile].dataset.tile}`,
      );
      $(".tile--new", square)?.remove();
      if (tile === undefined) return;
      const copy = $(".tile", tiles[tile]).cloneNode(true);
      copy.classList.add("tile--new");
      square.append(copy);
    });
    tiles.forEach((tile, index) => {
      tile.classList.toggle("is-used", used(index));
      tile.classList.toggle("is-sel", raised === index);
      tile.setAttribute("aria-selected", String(raised === index));
      tile.disabled = used(index);
    });
    const { code, score, words } = laid.size ? worth() : { code: "no_tiles", score: 0, words: [] };
    go.disabled = Boolean(code);
    go.textContent = code ? texts.plain : fill(texts.try, score);
    say.classList.toggle("is-bad", Boolean(code && laid.size && !said));
    if (said) return say.replaceChildren(...said);
    if (!laid.size) return say.replaceChildren(texts.begin);
    const points = document.createElement("b");
    points.textContent = fill(texts.points, score);
    say.replaceChildren(...(code ? [sentences[code] ?? ""] : [points, ` ${words.map(([word]) => word).join(" + ")}`]));
  }

  function focus(index) {
    squares[at].tabIndex = -1;
    at = index;
    squares[at].tabIndex = 0;
    squares[at].focus({ preventScroll: true });
  }
  function lay(index, tile) {
    laid.set(index, tile);
    raised = -1;
    draw();
  }
  function press(index) {
    if (laid.delete(index)) return draw();
    if (cells[index].letter) return;
    const tile = raised >= 0 ? raised : tiles.findIndex((_, one) => !used(one));
    if (tile >= 0) lay(index, tile);
  }
  function step(by) {
    const [row, col] = [Math.floor(at / size) + by[0], (at % size) + by[1]];
    if (row < 0 || col < 0 || row >= size || col >= size || !isSeen(row * size + col)) return false;
    focus(row * size + col);
    return true;
  }
  function type(letter) {
    const tile = tiles.findIndex((one, index) => one.dataset.tile === letter && !used(index));
    if (tile < 0 || filled(at)) return;
    lay(at, tile);
    while (step(down ? [1, 0] : [0, 1]) && filled(at));
  }

  board.addEventListener("click", (event) => {
    const index = squares.indexOf(event.target.closest(".cell"));
    if (index < 0) return;
    press(index);
    focus(index);
  });
  rack.addEventListener("click", (event) => {
    const tile = tiles.indexOf(event.target.closest(".rt"));
    if (tile < 0 || used(tile)) return;
    raised = raised === tile ? -1 : tile;
    draw();
  });
  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
    if (ARROWS[event.key]) step(ARROWS[event.key]);
    else if (event.key === " ") down = !down;
    else if (event.key === "Backspace" && laid.size) {
      const last = [...laid.keys()].at(-1);
      laid.delete(last);
      draw();
      focus(last);
    } else if (event.key === "Enter" && laid.size && !go.disabled && raised < 0) go.click();
    else if (event.key === "Enter") press(at);
    else if (letter && numbers.alphabet.includes(letter)) type(letter);
    else return;
    event.preventDefault();
  });

  /* ---- the try ---- */
  const link = (href, text) => Object.assign(document.createElement("a"), { href, textContent: text });
  const strong = (text) => Object.assign(document.createElement("b"), { textContent: text });
  /* Who was nobody is a guest from now on, and the page's forms are sent with what belongs to that. */
  function keepToken(token) {
    $("meta[name=csrf-token]").content = token;
    $$("input[name=csrfmiddlewaretoken]").forEach((input) => {
      input.value = token;
    });
  }
  function told(answer) {
    if (!answer.today) return [link("/puzzle/", texts.past)];
    const on = link(root.dataset.page, texts.on);
    if (!answer.ok) return [answer.message, " "];
    return answer.over ? [strong(texts.solved)] : [strong(fill(texts.made, answer.points)), " ", on];
  }
  go.addEventListener("click", async () => {
    go.disabled = true;
    const drawn = crypto.getRandomValues(new Uint8Array(16));
    const nonce = Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
    try {
      const answered = await fetch(root.dataset.try, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": $("meta[name=csrf-token]").content },
        body: JSON.stringify({ do: "place", nonce, tiles: places() }),
        signal: AbortSignal.timeout(10_000),
      });
      if (answered.status === 403) return draw([texts.refused]);
      const answer = await answered.json();
      if (answer.token) keepToken(answer.token);
      if (answer.ok && answer.today) laid.clear();
      draw(told(answer));
      go.disabled = true; /* until other tiles lie there */
    } catch {
      draw([texts.away]);
    }
  });

  texts.plain = go.textContent;
  squares.forEach((square) => {
    square.tabIndex = -1;
  });
  at = squares.findIndex((square, index) => !cells[index].letter && isSeen(index));
  squares[at].tabIndex = 0;
  draw();
}
