/* The list of matches to watch: its rows keep their places while the page is looked at, and are drawn anew, in the
   order of now, when it comes back to the front. */
const list = document.getElementById("watch-now");
let wasAway = document.visibilityState !== "visible";

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") wasAway = true;
  else if (wasAway) {
    wasAway = false;
    list.dispatchEvent(new Event("again"));
  }
});
