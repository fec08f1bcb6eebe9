/* The command field: a match played in words, "O3 down STORM", "claim I9", "pass". It turns them into the same actions
   as the board and the buttons; each answer is a line of its log. English commands always work, and those of the page's
   language. Small letters are blanks, a star after a letter is an Alfa tile.
   It comes when the field is opened: match.js gives it what it needs of the `page`. */
export function commandField(page) {
  const {
    $,
    $$,
    state,
    text,
    onPanels,
    ask,
    standing,
    cellAt,
    coord,
    free,
    local,
    named,
    placement,
    quote,
    rejectedAmong,
    lay,
    recall,
    buy,
    leave,
    pass,
    playTiles,
    resign,
    send,
  } = page;

  const KEPT = "alfapower-commands";
  const MOST_LINES = 6;
  const field = $("#command");
  const input = $("#command-line");
  const log = $("#command-log");
  /* What every game's field says, and what the game's own does. */
  const texts = { ...field.dataset, ...$("#command-own").dataset };
  const said = (name, ...values) => values.reduce((line, value, i) => line.replace(`{${i}}`, value), texts[name]);
  const lower = (words) => words.map((word) => word.toLowerCase());

  /* ---- words to actions ---- */
  const VERBS = [
    "across",
    "down",
    "pass",
    "play",
    "try",
    "recall",
    "buy",
    "upgrade",
    "decline",
    "concede",
    "hand",
    "score",
    "help",
  ];
  const ITEMS = {
    swap: "swap",
    fortify: "fortify",
    claim: "claim",
    blast: "blast",
    dl: "place_dl",
    tl: "place_tl",
    dw: "place_dw",
    tw: "place_tw",
  };
  const verbs = new Map(
    VERBS.map((verb) => [verb, texts[`verb${verb[0].toUpperCase()}${verb.slice(1)}`]])
      .filter(([, written]) => written) // the others are of another game
      .flatMap(([verb, written]) => [
        [verb, verb],
        [written.toLowerCase(), verb],
      ]),
  );

  /* Power-ups by their names: "blast", "place dl", "dl", and what the shop calls them in the page's language. */
  function items() {
    if (!$("#p-shop")) return new Map([["swap", "swap"]]).set(text("swapTitle").toLowerCase(), "swap");
    const names = new Map(Object.entries(ITEMS));
    Object.values(ITEMS).forEach((item) => names.set(item.replace("_", " "), item));
    $$("#p-shop .item").forEach((shelf) => {
      const title = $("h3", shelf).textContent.trim().toLowerCase();
      const item = $("[data-buy]", shelf).dataset.buy;
      names.set(title, item);
      if (item.startsWith("place")) names.set(title.split(" ").at(-1), item);
    });
    return names;
  }

  /* The name that these words begin with, of one word or two, and the words after it. */
  function headOf(words, names) {
    for (const many of [2, 1]) {
      const found = names.get(lower(words.slice(0, many)).join(" "));
      if (found && words.length >= many) return [found, words.slice(many)];
    }
    return ["", words];
  }

  function squareOf(word = "") {
    const found = /^([a-s])([1-9]\d?)$/i.exec(word);
    const cell = found && [Number(found[2]) - 1, found[1].toUpperCase().charCodeAt(0) - 65];
    return cell && cellAt(...cell) ? cell : null;
  }

  /* A word written from a square on: the tiles to lay, as the server reads them, or what is in the way. Letters that
     lie there already are stepped over. */
  function spelled([row, col], down, word) {
    const laid = [];
    const left = free().map((ri) => local.hand[ri]);
    for (const [, letter, star] of word.normalize("NFC").matchAll(/(.)(\*?)/gu)) {
      const cell = cellAt(row, col);
      const there = cell && $(".tile:not(.tile--new) .tile__l", cell)?.textContent.trim();
      if (!cell) return said("offBoard", word);
      if (!/\p{L}/u.test(letter)) return said("unknown", word);
      if (!there || star) {
        const small = letter !== letter.toUpperCase();
        const wanted = small ? "?" : letter;
        const tile = [wanted + star, `${wanted}*`].find((one) => left.includes(one));
        if (!tile) return small ? said("noBlank", letter) : text("noLetter", letter + star);
        left.splice(left.indexOf(tile), 1);
        laid.push([row, col, letter + tile.slice(1)]);
      } else if (there.toUpperCase() !== letter.toUpperCase()) return said("holds", coord([row, col]), there);
      if (down) row += 1;
      else col += 1;
    }
    return laid;
  }

  async function placing(words, trying) {
    if (/^[a-z]\d+$/i.test(words[0] ?? "") && !squareOf(words[0])) return said("noSquare", words[0]);
    const at = squareOf(words[0]);
    const direction = words.length === 3 ? verbs.get(words[1].toLowerCase()) : "across";
    if (!at || words.length < 2 || words.length > 3 || !["across", "down"].includes(direction))
      return said("unknown", words.join(" "));
    leave();
    recall();
    const laid = spelled(at, direction === "down", words.at(-1));
    if (typeof laid === "string") return laid;
    const back = lay(laid);
    if (back.length) {
      const taken = laid.find(([row, col]) => !local.pending.has(`${row},${col}`));
      recall();
      return said("notThere", coord(taken));
    }
    return playing(trying);
  }

  /* Read the tiles that lie, and play them unless this is a try. */
  async function playing(trying) {
    const worth = quote() ?? (await ask(placement()));
    if (!worth) return said("noAnswer");
    if (worth.code) {
      if (!trying) recall();
      return said("refused", worth.message);
    }
    const sum = said("worth", worth.score, worth.coins);
    if (trying) return said("tried", sum);
    const playIt = async () => answered(await playTiles(), said("played", sum));
    const again = rejectedAmong(worth.words).join(", ");
    return again ? surely(`play ${again}`, text("again", again), playIt) : playIt();
  }
  const answered = (answer, done) => (!answer ? said("busy") : answer.ok ? done : answer.message);

  const tilesOf = (words) => words.join("").normalize("NFC").toUpperCase().match(/.\*?/gu) ?? [];

  async function using(item, words) {
    if (local.pending.size) recall();
    const slot = $(`#slots [data-slot="${item}"]`);
    const shelf = $(`#p-shop [data-buy="${item}"]`);
    const title = slot?.dataset.title ?? shelf?.closest(".item").querySelector("h3").textContent ?? item;
    const aim = (slot ?? shelf)?.dataset.aim ?? ($("#slots") ? "cell" : "hand");
    if (aim === "hand") {
      const traded = tilesOf(words);
      const action = $("#slots") ? { do: "use", item, tiles: traded } : { do: "swap", tiles: traded };
      return answered(await send(action), text("swapped", traded.join(" ")));
    }
    if (aim === "none")
      return words.length
        ? said("unknown", words.join(" "))
        : answered(await send({ do: "use", item }), text("used", title));
    const cell = squareOf(words[0]);
    if (!cell || words.length > 1) return said("noSquare", words.join(" "));
    return answered(await send({ do: "use", item, cell }), text("placed", title, coord(cell)));
  }

  /* What gives the match away, or costs a second time, is asked for twice. */
  let asked = "";
  function surely(what, question, act) {
    if (asked !== what) {
      asked = what;
      return said("surely", question);
    }
    return act();
  }

  const COMMANDS = {
    pass: () => {
      const passing = async () => answered(await pass(), said("passed"));
      return $("#actions [data-concede]") ? surely("pass", $("#con-h").textContent, passing) : passing();
    },
    play: () => playing(false),
    try: (words) => placing(words, true),
    recall: () => {
      recall();
      return text("recalled");
    },
    buy: async (words) => {
      const [item, rest] = headOf(words, items());
      return item && !rest.length
        ? answered(await buy(item), text("bought", words.join(" ")))
        : said("noItem", words.join(" "));
    },
    upgrade: async (words) =>
      answered(await send({ do: "choose", tile: tilesOf(words)[0] ?? "" }), text("upgraded", tilesOf(words)[0])),
    decline: async () => answered(await send({ do: "choose", tile: null }), text("declined")),
    concede: () => surely("concede", $("#res-h").textContent, async () => answered(await resign(), said("conceded"))),
    hand: () =>
      said(
        "yourHand",
        free()
          .map((ri) => named(local.hand[ri]))
          .join(", "),
      ),
    score: standing,
    help: () => said("commands"),
  };

  async function run(line) {
    const words = line.trim().split(/\s+/);
    const square = squareOf(words[0]);
    if (square || /^[a-z]\d+$/i.test(words[0]))
      return square && words.length === 1 ? cellAt(...square).getAttribute("aria-label") : placing(words, false);
    const [item, aim] = headOf(words, items());
    if (item) return using(item, aim);
    const [verb, rest] = headOf(words, verbs);
    return COMMANDS[verb] ? COMMANDS[verb](rest) : said("unknown", line.trim());
  }

  /* ---- the field and its log ---- */
  function tell(message, asking = "") {
    const entry = document.createElement("li");
    if (asking) entry.append(Object.assign(document.createElement("b"), { textContent: `${asking}: ` }));
    entry.append(message);
    log.append(entry);
    while (log.children.length > MOST_LINES) log.firstElementChild.remove();
    log.scrollTop = log.scrollHeight;
  }

  $("form", field).addEventListener("submit", async (event) => {
    event.preventDefault();
    // What was pasted along and does not show is no part of it; letters in full width are letters.
    const line = input.value
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, "")
      .trim();
    const again = asked;
    if (!line) return;
    input.value = "";
    const answer = await run(line);
    if (asked === again) asked = "";
    tell(answer, line);
  });

  /* The Alfa choice is a question in the log too. */
  let offered = "";
  function offer() {
    const mine = state().phase === "alfa" && state().mine === "1";
    if (field.hidden || !mine || offered === state().turn) return;
    offered = state().turn;
    tell(
      said(
        "offer",
        $$("#alfapick [role=radio]")
          .map((radio) => radio.dataset.tile.replace("?", text("blank")))
          .join(", "),
      ),
    );
  }
  onPanels(offer);

  /* Open the field, with the cursor in it, or close it; remembered in this browser. */
  function toggle() {
    field.hidden = !field.hidden;
    try {
      localStorage.setItem(KEPT, field.hidden ? "" : "1");
    } catch {
      /* a browser that keeps nothing */
    }
    $("#d-menu [data-act=commands]").setAttribute("aria-expanded", !field.hidden);
    if (field.hidden) return;
    input.focus();
    offer();
  }

  return { toggle };
}
