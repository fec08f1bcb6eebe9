/* The page "no network": it goes away by itself when the site can be reached again. */
const SECONDS = 15;

async function look() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch("/no-network/en/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
setInterval(look, SECONDS * 1000);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
