/* What every page needs, in one file, loaded in the head. */

/* Preferences: the server draws them on the root element, where styles and scripts read them, and keeps each that is
   chosen. Who listens hears of it by the event `preference` ({key, value}). */
(() => {
  const root = document.documentElement;
  const attribute = (key) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  function draw(key, value) {
    if (key === "theme" && value === "auto") delete root.dataset.theme;
    else root.dataset[attribute(key)] = value;
    document.querySelectorAll(`[data-preference="${key}"]`).forEach((control) => {
      control.checked = control.value === value;
    });
  }
  function choose(key, value) {
    draw(key, value);
    document.dispatchEvent(new CustomEvent("preference", { detail: { key, value } }));
    fetch(root.dataset.preferencesUrl, {
      method: "POST",
      headers: { "X-CSRFToken": document.querySelector("meta[name=csrf-token]").content },
      body: new URLSearchParams({ [key]: value }),
      keepalive: true,
    }).catch(() => {}); // no network: on this page only
  }
  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("[data-toggle-theme]").forEach((button) => {
      button.hidden = false;
    });
  });
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.preference) choose(target.dataset.preference, target.checked ? target.value : "off");
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-toggle-theme]")) choose("theme", isDark() ? "light" : "dark");
    if (event.target.closest("[data-toggle-sound]")) choose("sound", root.dataset.sound === "on" ? "off" : "on");
  });
})();

/* Whoever was quicker than the scripts: a form that sends itself as it is changed hears now of what is no longer as it
   was drawn. */
document.addEventListener(
  "htmx:load",
  () => {
    const drawn = (field) =>
      field.matches("select")
        ? Math.max(
            0,
            [...field.options].findIndex((option) => option.defaultSelected),
          )
        : field.defaultValue;
    const isChanged = (field) =>
      field.matches("[type=checkbox], [type=radio]")
        ? field.checked !== field.defaultChecked
        : (field.matches("select") ? field.selectedIndex : field.value) !== drawn(field);
    document.querySelectorAll('form:is([hx-trigger^="input"], [hx-trigger^="change"])').forEach((form) => {
      if ([...form.querySelectorAll("input, select")].some(isChanged))
        form.dispatchEvent(new Event(form.getAttribute("hx-trigger").split(/\W/)[0], { bubbles: true }));
    });
  },
  { once: true },
);

/* What asks again and again has data-poll, the seconds from one time to the next: never in step with other pages, later
   and later while it is not answered, and not before the server has said (Retry-After). With data-poll-seen it is for
   somebody's eyes alone, and rests while nobody looks; the others also say that the page is there. After status 286,
   with which htmx ends asking of its own, it does not ask again. While the network is away, what has data-offline says
   that text. */
(() => {
  const NO_MORE = 286;
  const SPREAD = 0.3; // of the time between
  const LONGEST = 15; // as many times as long
  const timers = new Map();
  const failures = new WeakMap();
  let isLeaving = false;

  const between = (asking) => Number(asking.dataset.poll) * 1000;
  const later = (asking, ms) => {
    clearTimeout(timers.get(asking));
    timers.set(asking, setTimeout(ask, ms, asking));
  };
  function ask(asking) {
    timers.delete(asking);
    if (isLeaving || !asking.isConnected) return;
    later(asking, between(asking) * (1 + SPREAD * (Math.random() - 0.5)));
    if (!("pollSeen" in asking.dataset) || document.visibilityState === "visible")
      asking.dispatchEvent(new Event("poll"));
  }
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    [elt, ...elt.querySelectorAll("[data-poll]")].forEach((asking) => {
      if (asking.matches("[data-poll]") && !timers.has(asking))
        later(asking, between(asking) * (0.5 + Math.random() / 2));
    });
  });
  const tellNetwork = (isAway) =>
    document.querySelectorAll("[data-offline]").forEach((place) => {
      const message = isAway ? place.dataset.offline : "";
      if (place.textContent !== message) place.textContent = message;
    });
  addEventListener("offline", () => tellNetwork(true));
  addEventListener("online", () => [...timers.keys()].forEach((asking) => later(asking, 0)));
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, successful } }) => {
    tellNetwork(xhr.status === 0 && !isLeaving);
    if (!timers.has(elt)) return;
    if (xhr.status === NO_MORE) {
      clearTimeout(timers.get(elt));
      timers.delete(elt);
      return;
    }
    if (successful) {
      failures.delete(elt);
      return;
    }
    const failed = (failures.get(elt) ?? 0) + 1;
    failures.set(elt, failed);
    const named = Math.max(0, Number(xhr.getResponseHeader("Retry-After")) || 0) * 1000;
    later(elt, Math.max(named, between(elt) / 2) + Math.random() * between(elt) * Math.min(LONGEST, 2 ** failed));
  });
  /* A page that comes back to the front asks at once, unless it waits for the server. */
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    [...timers.keys()].filter((asking) => !failures.has(asking)).forEach((asking) => later(asking, 0));
  });
  /* On the way to another page nothing asks any more: a second answer would begin the way anew, for as long as the page
     there is slow to come. */
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    isLeaving ||= Boolean(event.detail.xhr.getResponseHeader("HX-Redirect"));
  });
})();

/* The deal: neither the site nor a player may choose it. Where a page shows the seal of the site's number, this browser
   draws a number of its own, keeps both for the check after the match (fair.js), and sends it. */
(() => {
  const KEY = "ap-deals";
  const MOST = 200;
  const TRIES = 3;
  const drawn = new Map();
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const keep = (seal, more) => {
    const all = kept();
    all[seal] = { ...all[seal], ...more, at: Date.now() };
    const newest = Object.entries(all)
      .sort(([, one], [, other]) => other.at - one.at)
      .slice(0, MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
    } catch {
      /* private mode: nothing is checked later */
    }
  };
  const draw = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const post = (url, deal, number) =>
    fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": document.querySelector("meta[name=csrf-token]").content,
      },
      body: JSON.stringify({ deal, number }),
      signal: AbortSignal.timeout(4000),
    });
  async function add(seal, url) {
    if (drawn.has(seal)) return;
    try {
      drawn.set(seal, kept()[seal]?.number ?? draw());
    } catch {
      return keep(seal, {}); /* no chance in this browser: the deal is made without */
    }
    keep(seal, { number: drawn.get(seal) });
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        const answer = await post(url, seal, drawn.get(seal));
        if (answer.ok && (await answer.json()).ok) keep(seal, { sent: true });
        if (answer.status < 500) return;
      } catch {
        /* the network is away: once more */
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  const look = () => {
    document.querySelectorAll("[data-deal]").forEach((shown) => add(shown.dataset.deal, shown.dataset.dealUrl));
    const { seal, sealOf } = document.querySelector("[data-seal-of]")?.dataset ?? {};
    if (sealOf && !Object.values(kept()).some((deal) => deal.match === sealOf)) keep(seal, { match: sealOf });
  };
  document.addEventListener("DOMContentLoaded", look);
  document.addEventListener("htmx:afterSettle", look);
})();

/* The service worker (service_worker.js), where the browser has one to give: on https, and on this machine. */
addEventListener("load", () => {
  navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "all" }).catch(() => {}); // without it
});
