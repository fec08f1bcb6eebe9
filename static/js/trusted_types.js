/* Text that a script puts into the page as HTML passes here first, in browsers that know Trusted Types: what could run
   is refused, whoever sends it, and the browser reports it. Nothing here makes scripts of texts, or the address of any
   but the service worker, so the browser refuses those too. */
(() => {
  if (!window.trustedTypes) return;
  const RUNNING = "script, iframe, object, embed, base, link, meta, style, noscript";
  const FOREIGN = [
    ["http://www.w3.org/2000/svg", "svg"],
    ["http://www.w3.org/1998/Math/MathML", "math"],
  ];
  const ADDRESS = [..."javascript:"].join("[\\0- ]*");
  // Letters without which nothing can run, however they are read: so nearly all that is drawn need not be read here.
  const SUSPECT = new RegExp(
    `<(?:${RUNNING.replaceAll(", ", "|")})|[\\s"'/]on\\w+\\s*=|srcdoc|${ADDRESS}|&(?:#(?!x27;|39;)|tab|newline|colon)`,
    "i",
  );
  // A browser that runs this shows nothing of it, and reads it differently in a page and beside one.
  const UNSEEN = /<noscript[\s>][\s\S]*?<\/noscript>/gi;
  const BEGINS = new RegExp(`(?:^|;)[\\0- ]*${ADDRESS}`, "i"); // or is one of several, in an animation
  const runs = ({ name, value }) => name.startsWith("on") || name === "srcdoc" || BEGINS.test(value);
  // Fields that bear these names stand in the place of what their form says of itself: it is asked past them.
  const matches = Function.prototype.call.bind(Element.prototype.matches);
  const attributesOf = Function.prototype.call.bind(
    Object.getOwnPropertyDescriptor(Element.prototype, "attributes").get,
  );
  const holdsWhatRuns = (root) =>
    [...root.querySelectorAll("*")].some(
      (element) =>
        matches(element, RUNNING) ||
        [...attributesOf(element)].some(runs) ||
        (element.content && holdsWhatRuns(element.content)),
    );
  const unread = trustedTypes.createPolicy("unread", { createHTML: (html) => html });
  trustedTypes.createPolicy("default", {
    createHTML(given) {
      const html = given.replace(UNSEEN, "");
      if (!SUSPECT.test(html)) return html;
      const page = document.createElement("template");
      page.innerHTML = unread.createHTML(html);
      // Within a picture or a formula the same text is read otherwise.
      const within = FOREIGN.map(([space, name]) => page.content.ownerDocument.createElementNS(space, name));
      within.forEach((element) => (element.innerHTML = unread.createHTML(html)));
      return [page.content, ...within].some(holdsWhatRuns) ? null : html;
    },
    createScriptURL: (given) => (given === "/service-worker.js" ? given : null),
  });
})();
