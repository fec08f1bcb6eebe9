/* The lobby's comforts: a code in eight boxes, steppers, copying and sharing, and what stays as it was when the server
   draws the rules anew. Nothing here is needed: the forms work without it, and the server checks everything again. */
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const CODE_LENGTH = 8;

/* ---- the code: one input over eight boxes ---- */
const symbols = (text) =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, CODE_LENGTH);

function drawCode(label) {
  const input = label.querySelector("input");
  const code = symbols(input.value);
  $$("span", label).forEach((box, at) => {
    box.hidden = false;
    box.textContent = code[at] ?? "";
    box.classList.toggle("on", at < code.length);
    box.classList.toggle("cur", at === Math.min(code.length, CODE_LENGTH - 1));
  });
}
function beginCode(label) {
  const input = label.querySelector("input");
  label.classList.add("is-boxes");
  input.classList.remove("input");
  input.addEventListener("input", () => {
    input.value = symbols(input.value);
    drawCode(label);
    const said = label.closest("form").querySelector("[role=alert]");
    if (said) said.textContent = "";
  });
  drawCode(label);
}

/* ---- what every part of the page gets, also when it is new ---- */
function enhance() {
  $$("[data-code]:not(.is-boxes)").forEach(beginCode);
  $$("form [data-step]").forEach((button) => {
    button.hidden = false;
  });
  $$("[data-copy]").forEach((button) => {
    button.hidden = !navigator.clipboard;
  });
  $$("[data-share]").forEach((button) => {
    button.hidden = !navigator.share;
  });
  $$("[data-some]").forEach(keepOne);
  $$("[data-lists]").forEach(offerLists);
}

/* Lists of words to take: those of the language that is chosen. */
function offerLists(group) {
  const { language } = group.closest("form") ? Object.fromEntries(new FormData(group.closest("form"))) : {};
  const lists = $$("[data-language]", group);
  lists.forEach((list) => {
    list.hidden = list.dataset.language !== language;
  });
  group.hidden = lists.every((list) => list.hidden);
}
function takeList(button) {
  const input = document.querySelector(button.parentElement.dataset.lists);
  input.value = button.dataset.words;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/* At least one stays on: the last switch cannot be taken off, and says so. */
function keepOne(group) {
  const on = $$("input[type=checkbox]:checked", group);
  $$("input[type=checkbox]", group).forEach((box) => {
    if (on.length === 1 && box.checked) box.setAttribute("aria-disabled", "true");
    else box.removeAttribute("aria-disabled");
  });
}

function step(button) {
  const input = button.parentElement.querySelector("input");
  const low = Number(input.min);
  const high = Number(input.max);
  const now = Number(input.value);
  input.value = Math.min(high, Math.max(low, (Number.isFinite(now) ? now : low) + Number(button.dataset.step)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

async function copy(button) {
  const from = document.querySelector(button.dataset.copy);
  const label = button.querySelector("span");
  await navigator.clipboard.writeText(from.value || from.textContent.trim());
  button.dataset.before ??= label.textContent;
  label.textContent = button.dataset.done;
  setTimeout(() => {
    label.textContent = button.dataset.before;
  }, 2000);
}
const share = (button) =>
  navigator
    .share({ title: button.dataset.title, url: document.querySelector(button.dataset.share).value })
    .catch(() => {
      /* the player closed the sheet */
    });

document.addEventListener("click", (event) => {
  const on = event.target.closest("[data-step], [data-copy], [data-share], [data-words], [aria-disabled=true]");
  if (!on) return;
  if (on.matches("input[aria-disabled=true]")) event.preventDefault();
  else if (on.dataset.step) step(on);
  else if (on.dataset.copy) copy(on);
  else if (on.dataset.words) takeList(on);
  else if (on.dataset.share) share(on);
});
document.addEventListener("change", (event) => {
  const group = event.target.closest("[data-some]");
  if (group) keepOne(group);
  if (event.target.name === "language") $$("[data-lists]").forEach(offerLists);
});
document.addEventListener("focusin", (event) => {
  if (event.target.id === "room-link") event.target.select();
});

/* ---- a button that was drawn anew while its answer was on the way ----
   It is in no document any more, and htmx would look for the parts of the answer in what was taken out with it; the
   next word brings them. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id !== "room-poll" || event.detail.requestConfig.elt.isConnected) return;
  event.detail.shouldSwap = false;
  event.target.dispatchEvent(new Event("poll"));
});

/* ---- the server draws anew: what was folded stays folded ---- */
let folded = new Map();
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.id === "room-settings")
    folded = new Map($$("#room-settings details").map((one) => [one.id, one.open]));
});
document.addEventListener("htmx:afterSettle", () => {
  for (const [id, open] of folded) {
    const details = document.getElementById(id);
    if (details && !details.querySelector(".is-changed")) details.open = open;
  }
  folded = new Map();
  enhance();
});

enhance();
