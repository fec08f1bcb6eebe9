/* Says when a passkey could not be had: the reader closed the browser's question, or the browser knows none. */
document.addEventListener("allauth.error", (event) => {
  const line = document.getElementById("passkey-trouble");
  if (!line) return;
  event.preventDefault();
  line.hidden = false;
});
