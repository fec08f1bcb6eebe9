/* The squares of a puzzle that is over, to the device's own sheet or the clipboard; without either they can be selected
   where they stand. */
export function beginSharing() {
  const button = document.querySelector("[data-share-text]");
  if (!button || !(navigator.share || navigator.clipboard)) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = `${document.querySelector("#share-text").value}\n${location.origin}/puzzle/`;
    if (navigator.share) await navigator.share({ text }).catch(() => null);
    else {
      await navigator.clipboard.writeText(text);
      button.querySelector("span").textContent = button.dataset.done;
    }
  });
}
