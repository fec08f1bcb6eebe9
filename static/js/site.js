/* What every page needs, in one file. Theme: follows the system unless the player chose. Loaded in the head and blocking, so that no page flashes. */
(() => {
  const root = document.documentElement, KEY = 'ap-theme';
  const stored = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const apply = theme => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme; else delete root.dataset.theme;
    document.querySelectorAll('[data-set-theme]').forEach(b => b.setAttribute('aria-pressed', b.dataset.setTheme === (root.dataset.theme || 'auto')));
  };
  const choose = theme => { try { localStorage.setItem(KEY, theme); } catch { /* private mode: for this page only */ } apply(theme); };
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  apply(stored());
  document.addEventListener('DOMContentLoaded', () => {
    document.querySelectorAll('[data-toggle-theme]').forEach(b => { b.hidden = false; });
    apply(stored());
  });
  document.addEventListener('click', event => {
    const button = event.target.closest('[data-set-theme],[data-toggle-theme]');
    if (button) choose(button.dataset.setTheme || (isDark() ? 'light' : 'dark'));
  });
})();

/* Whoever was quicker than the scripts: a form that sends itself as it is changed hears now of what is no longer as it
   was drawn. */
document.addEventListener('htmx:load', () => {
  const drawn = field => field.matches('select') ? Math.max(0, [...field.options].findIndex(option => option.defaultSelected)) : field.defaultValue;
  const isChanged = field => field.matches('[type=checkbox], [type=radio]') ? field.checked !== field.defaultChecked : (field.matches('select') ? field.selectedIndex : field.value) !== drawn(field);
  document.querySelectorAll('form:is([hx-trigger^="input"], [hx-trigger^="change"])').forEach(form => {
    if ([...form.querySelectorAll('input, select')].some(isChanged)) form.dispatchEvent(new Event(form.getAttribute('hx-trigger').split(/\W/)[0], { bubbles: true }));
  });
}, { once: true });

/* On the way to another page nothing asks any more: a second answer would begin the way anew, for as long as the page
   there is slow to come. A copy stays to be seen; htmx polls only for what it has drawn itself. */
document.addEventListener('htmx:beforeOnLoad', event => {
  if (!event.detail.xhr.getResponseHeader('HX-Redirect')) return;
  document.querySelectorAll('[hx-trigger*="every "]').forEach(asking => asking.replaceWith(asking.cloneNode(true)));
});

/* The deal: neither the site nor a player may choose it. Where a page shows the seal of the site's number, this browser
   draws a number of its own, keeps both for the check after the match (fair.js), and sends it. */
(() => {
  const KEY = 'ap-deals', MOST = 200, TRIES = 3, drawn = new Map();
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; } };
  const keep = (seal, more) => {
    const all = kept();
    all[seal] = { ...all[seal], ...more, at: Date.now() };
    const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
    try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest))); } catch { /* private mode: nothing is checked later */ }
  };
  const draw = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), byte => byte.toString(16).padStart(2, '0')).join('');
  const post = (url, deal, number) => fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': document.querySelector('meta[name=csrf-token]').content },
    body: JSON.stringify({ deal, number }),
    signal: AbortSignal.timeout(4000),
  });
  async function add(seal, url) {
    if (drawn.has(seal)) return;
    try { drawn.set(seal, kept()[seal]?.number ?? draw()); } catch { return keep(seal, {}); /* no chance in this browser: the deal is made without */ }
    keep(seal, { number: drawn.get(seal) });
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        const answer = await post(url, seal, drawn.get(seal));
        if (answer.ok && (await answer.json()).ok) keep(seal, { sent: true });
        if (answer.status < 500) return;
      } catch { /* the network is away: once more */ }
      await new Promise(resolve => setTimeout(resolve, 500));
    }
  }
  const look = () => {
    document.querySelectorAll('[data-deal]').forEach(shown => add(shown.dataset.deal, shown.dataset.dealUrl));
    const { seal, sealOf } = document.querySelector('[data-seal-of]')?.dataset ?? {};
    if (sealOf && !Object.values(kept()).some(deal => deal.match === sealOf)) keep(seal, { match: sealOf });
  };
  document.addEventListener('DOMContentLoaded', look);
  document.addEventListener('htmx:afterSettle', look);
})();
