/* The page of what to be told: switches that keep themselves, and this browser's pushes. */
import { isBlocked, isPossible, post, subscribe, wantsHomeScreen } from "./push/browser.js";

const $ = (selector) => document.querySelector(selector);

const form = $("[data-told]");
$("[data-told-save]").hidden = true;
form.addEventListener("change", async ({ target }) => {
  const value = target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value;
  const said = $("[data-told-said]");
  const answer = await post(form.action, new URLSearchParams({ switch: target.name, value })).catch(() => null);
  said.textContent = answer?.ok ? "" : said.dataset.failed;
  if (target.name === "zone" && answer?.ok) location.reload();
});

const card = $("[data-push]");
const said = $("[data-push-said]");
const here = $("[data-push-here]");
const off = $("[data-push-off]");
const on = $("[data-push-on]");
const tryOut = $("[data-push-try]");

function draw() {
  $("[data-push-blocked]").hidden = !isBlocked();
  $("[data-push-home-screen]").hidden = !wantsHomeScreen();
  off.hidden = Boolean(here) || !isPossible() || isBlocked();
  card.hidden = card.querySelectorAll("li:not([hidden])").length === 0;
  if (tryOut) tryOut.hidden = isBlocked();
  /* What is chosen holds for the player's other browsers too. */
  const isNoneTold = isBlocked() && !card.querySelector("li:not([data-push-here], [data-push-off])");
  document.querySelectorAll("[name^=push-]").forEach((control) => {
    control.disabled = isNoneTold;
    if (isNoneTold) control.checked = false;
  });
}

on.addEventListener("click", async () => {
  const worked = await subscribe(card.dataset.key, card.dataset.subscribe).catch(() => false);
  if (worked) location.reload();
  else if (!isBlocked()) said.textContent = said.dataset.failed;
  draw();
});

tryOut?.addEventListener("click", async ({ target }) => {
  const answer = await post(target.dataset.pushTry).catch(() => null);
  said.textContent = answer?.ok ? (await answer.json()).said : said.dataset.failed;
});

/* The browser tells where it is, once, and the page is drawn anew: a press before would be lost with it. */
async function tellZone() {
  const value = Intl.DateTimeFormat().resolvedOptions().timeZone;
  on.disabled = true;
  const answer = await post(form.action, new URLSearchParams({ switch: "zone", value })).catch(() => null);
  if (answer?.ok) location.reload();
  else on.disabled = false;
}

if ("zoneUnknown" in form.dataset) tellZone();
draw();
