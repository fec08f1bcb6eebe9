/* The page of a game on paper: the button that prints the board stands there only where a script can press it. */
function show() {
  const button = document.getElementById("paper-print");
  if (button) button.hidden = false;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#paper-print")) window.print();
});
document.addEventListener("htmx:afterSettle", show);
show();
