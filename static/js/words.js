/* The result page: what is known of a word comes into a dialog, which opens when it is there. */
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "word-said") return;
  const dialog = event.detail.target.closest("dialog");
  if (!dialog.open) dialog.showModal();
});
