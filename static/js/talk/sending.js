/* What the talk of a match sends, and when its buttons rest. */
const $ = (selector, root = document) => root.querySelector(selector);

/* crypto.randomUUID needs https; a page on the local network has none. */
export const nonce = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");

/* The server's answer, {ok: true} where it has no words for it. Throws where there is none. */
export async function post(address, values) {
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(values),
    signal: AbortSignal.timeout(10_000),
    headers: { "X-CSRFToken": $("meta[name=csrf-token]").content, "HX-Request": "true" },
  });
  if (response.status === 204) return { ok: true };
  return response.json();
}

/* The said lines rest after each, and for good when all are said. */
let resting = 0;
export function atRest({ rest = "0", left = "0" }, chips) {
  clearTimeout(resting);
  const wake = () => {
    chips.forEach((chip) => (chip.disabled = left === "0"));
    const limit = $("[data-talk-limit]");
    if (limit) limit.hidden = left !== "0";
  };
  if (Number(rest) > 0) {
    chips.forEach((chip) => (chip.disabled = true));
    resting = setTimeout(wake, Number(rest));
  } else wake();
}

/* A line of somebody else's: muting them, and reporting it. */
export function lineMenu(on, done) {
  const dialog = $("#d-talk-line");
  if (on.dataset.mute) {
    const report = $("[data-talk-report]", dialog);
    $("h2", dialog).textContent = on.dataset.name;
    $("blockquote", dialog).textContent = on.textContent.trim();
    $("[data-talk-mute-word]", dialog).textContent = on.dataset.muteWord;
    $("[data-talk-mute]", dialog).dataset.talkMute = on.dataset.mute;
    report.hidden = !on.dataset.report;
    if (on.dataset.report) report.href = on.dataset.report;
    dialog.showModal();
  } else if ("talkDialogClose" in on.dataset) dialog.close();
  else if (on.dataset.talkMute) {
    dialog.close();
    post(on.dataset.talkMute, {}).then(done, done);
  }
}
