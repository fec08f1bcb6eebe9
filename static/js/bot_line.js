/* What a bot says as a match begins and after a great play, where its card has no room for it: for six seconds in the
   lane of the last play. The card knows the moment (templates/game/parts/card.jinja). */
(() => {
  const LASTS_MS = 6000;
  const line = document.getElementById("botline");
  const card = () => document.getElementById("says-opp");
  let moment = "";
  let ends = 0;

  const look = () => {
    const now = card()?.dataset.moment ?? "";
    if (now === moment) return;
    moment = now;
    if (!moment) return;
    line.querySelector("span").textContent = card().textContent.trim();
    line.hidden = false;
    clearTimeout(ends);
    ends = setTimeout(() => {
      line.hidden = true;
    }, LASTS_MS);
  };

  /* What was said before this page came has been said. */
  moment = card()?.dataset.moment ?? "";
  if (moment === "start") moment = "";
  new MutationObserver(look).observe(document.querySelector(".a-side"), { childList: true, subtree: true });
  look();
})();
