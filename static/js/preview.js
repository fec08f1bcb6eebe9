/* The readout worked out in the page: may the tiles lie as they do, and what are they worth? Geometry and arithmetic
   only, by the numbers that the server gives (`rules`, made by the game's screens/preview.py), in the order of the
   rules' own checks; a test holds it to the engine over random positions. No word is known here. */

const BLANK = "?";
const isAlfa = (tile) => tile.endsWith("*");

/* {code, words, score, coins or bingo, tries} of `tiles`, [row, column, token] each, on a position (position.js). */
export function readOut(rules, position, tiles) {
  const { tries, factor } = position;
  const none = { words: [], score: 0, ...(rules.full ? { bingo: 0 } : { coins: 0, factor: 1 }), tries };
  if (tries === 0) return { ...none, code: "too_many_tries" };
  const laid = tiles.map(([row, col, token]) => readTile(rules, row, col, token));
  const code = refusal(rules, position, laid);
  if (code) return { ...none, code };
  const words = runs(position, laid).map((run) => worth(rules, position, laid, run));
  const bingo = laid.length === rules.full ? rules.bingo : 0;
  const score = words.reduce((sum, [, points]) => sum + points, bingo) * factor;
  return { code: "", words, score, ...earned(rules, score, bingo, factor), tries };
}

/* What a turn brings beside the points of its words: in one game coins, and the factor of powers that multiplied them;
   in the others points for a full hand. */
const earned = (rules, score, bingo, factor) =>
  rules.full ? { bingo } : { coins: rules.baseCoins + Math.floor((score * rules.percent) / 100), factor };

/* A token names a tile of the hand, a small letter a blank that stands for it, a star an Alfa tile. Which small letters
   there are is the alphabet's word: some others have capitals in it too. */
function readTile(rules, row, col, token) {
  const [sign] = token;
  const small = rules.alphabet.toLowerCase().indexOf(sign);
  const blank = small >= 0 || sign !== sign.toUpperCase();
  const letter = blank ? (rules.alphabet[small] ?? "") : sign;
  const value = blank ? 0 : rules.values[letter];
  return { row, col, tile: (blank ? BLANK : sign) + token.slice(1), letter, blank, value };
}

function refusal(rules, position, laid) {
  return (
    ofTiles(position, laid) ||
    ofTargets(rules, position, laid) ||
    ofLine(position, laid) ||
    ofConnection(rules, position, laid) ||
    ofWords(position, laid)
  );
}

/* The tiles are in the hand, each on a square of its own, and blanks name a letter. Gives each its `index`. */
function ofTiles({ size, hand }, laid) {
  if (!laid.length) return "no_tiles";
  const left = [...hand];
  for (const { tile } of laid) {
    const at = left.indexOf(tile);
    if (at < 0) return "not_in_hand";
    left.splice(at, 1);
  }
  if (laid.some(({ row, col }) => row < 0 || col < 0 || row >= size || col >= size)) return "off_board";
  laid.forEach((one) => {
    one.index = one.row * size + one.col;
  });
  if (new Set(laid.map(({ index }) => index)).size < laid.length) return "same_cell";
  return laid.some(({ letter }) => !letter || letter === BLANK) ? "blank_letter" : "";
}

/* Which tiles count as Alfa tiles: at the board's limit one plays as the plain tile it is made of. */
function markAlfa(rules, { cells }, laid) {
  let room = (rules.onBoard ?? null) === null ? Infinity : rules.onBoard - cells.filter(({ alfa }) => alfa).length;
  laid.forEach((one) => {
    one.alfa = isAlfa(one.tile) && room > 0;
    if (isAlfa(one.tile)) room -= 1;
  });
}

/* Living squares that nobody else claimed, no Alfa square, and empty but for an Alfa tile that replaces. */
function ofTargets(rules, position, laid) {
  markAlfa(rules, position, laid);
  const on = laid.map((one) => [position.cells[one.index], one.alfa && rules.replace]);
  if (on.some(([cell]) => cell.dead)) return "dead";
  if (on.some(([cell]) => cell.claimed)) return "claimed";
  if (on.some(([cell]) => cell.alfa)) return "alfa_cell";
  return on.some(([cell, replaces]) => cell.letter && !replaces) ? "occupied" : "";
}

/* The plain tiles share a row or a column, and no square between the first and the last is empty. */
function ofLine({ size, cells }, laid) {
  const plain = laid.filter(({ alfa }) => !alfa).sort((a, b) => a.index - b.index);
  if (plain.length < 2) return "";
  const [first, last] = [plain[0], plain.at(-1)];
  const across = plain.every(({ row }) => row === first.row);
  if (!across && !plain.every(({ col }) => col === first.col)) return "not_in_line";
  const fresh = new Set(laid.map(({ index }) => index));
  for (let index = first.index; index < last.index; index += across ? 1 : size)
    if (!fresh.has(index) && !cells[index].letter) return "gap";
  return "";
}

/* The first word lies on the centre; later ones touch or replace a tile that was there before. */
function ofConnection(rules, { size, cells, opened }, laid) {
  if (rules.free && laid.some(({ alfa }) => alfa)) return "";
  if (!opened) return laid.some(({ index }) => index === Math.floor((size * size) / 2)) ? "" : "must_cross_center";
  const holds = (row, col) =>
    row >= 0 && col >= 0 && row < size && col < size && Boolean(cells[row * size + col].letter);
  const touches = ({ row, col }) =>
    holds(row, col) || holds(row - 1, col) || holds(row + 1, col) || holds(row, col - 1) || holds(row, col + 1);
  return laid.some(touches) || !cells.some(({ letter }) => letter) ? "" : "not_connected";
}

/* At least one word, and every plain tile part of one; an Alfa tile may stand alone. */
function ofWords(position, laid) {
  const covered = new Set(runs(position, laid).flat());
  return !covered.size || laid.some(({ index, alfa }) => !alfa && !covered.has(index)) ? "no_word" : "";
}

/* The distinct runs of two or more tiles through the new ones, as indices: those across, then those down. */
function runs({ size, cells }, laid) {
  const fresh = new Set(laid.map(({ index }) => index));
  const holds = (index) => fresh.has(index) || Boolean(cells[index].letter);
  const through = (index, step) => {
    const low = step === 1 ? index - (index % size) : index % size;
    const high = step === 1 ? low + size : size * size;
    let start = index;
    while (start - step >= low && holds(start - step)) start -= step;
    const run = [];
    for (let at = start; at < high && holds(at); at += step) run.push(at);
    return run;
  };
  return [1, size].flatMap((step) => {
    const found = new Map();
    fresh.forEach((index) => {
      const run = through(index, step);
      if (run.length > 1) found.set(run[0], run);
    });
    return [...found.values()].sort((a, b) => a[0] - b[0]);
  });
}

/* [word, points] of a run. A bonus counts only under a tile laid now; an Alfa square's own gives only its factor. */
function worth(rules, { cells }, laid, run) {
  let [points, factor, text] = [0, 1, ""];
  for (const index of run) {
    const mine = laid.find((one) => one.index === index);
    const { bonus, alfa, value, letter } = cells[index];
    if (!mine) {
      if (alfa) factor *= rules.standing;
      points += value;
      text += letter;
      continue;
    }
    if (mine.alfa) factor *= rules.alfa;
    else factor *= rules.wordFactor[bonus] ?? 1;
    points += mine.value * (mine.alfa ? 1 : (rules.letterFactor[bonus] ?? 1));
    text += mine.letter;
  }
  return [text, points * factor];
}
