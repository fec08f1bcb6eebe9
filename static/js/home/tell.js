/* "Tell me when somebody comes": the page goes on asking while its tab is out of sight, and tells by the title and a
   sound. For this tab alone, until it is closed or the button is pressed again. */
export function beginTelling() {
  const button = document.querySelector("[data-tell]");
  const counting = document.querySelector("#counting");
  if (!button || !counting) return;
  const title = document.title;
  const [label, said] = [button.getAttribute("aria-label"), button.querySelector("span")];
  let isTold = false;
  button.hidden = false;
  const isOn = () => button.getAttribute("aria-pressed") === "true";
  const isThere = () => Boolean(document.querySelector("#people-line .waitn.has"));

  button.addEventListener("click", () => {
    const on = !isOn();
    button.setAttribute("aria-pressed", String(on));
    said.textContent = on ? button.dataset.told : label;
    if (on) counting.removeAttribute("data-poll-seen");
    else counting.setAttribute("data-poll-seen", "");
    isTold = false;
    tell();
  });
  document.addEventListener("htmx:afterRequest", ({ target }) => {
    if (target === counting) setTimeout(tell);
  });

  async function tell() {
    const there = isOn() && isThere();
    document.title = there ? `● ${button.dataset.title} · AlfaPower` : title;
    if (!there || isTold) {
      isTold &&= there;
      return;
    }
    isTold = true;
    const { sound, soundLevel } = document.documentElement.dataset;
    if (sound !== "on" || !navigator.userActivation.hasBeenActive) return;
    const sounds = await import(button.dataset.sounds).catch(() => null);
    sounds?.make("coins", Number(soundLevel) / 100);
  }
}
