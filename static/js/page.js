/* The page around the game: texts, what is spoken, the readout line, dialogs, the sheet and its tabs.
   Knows nothing of tiles or rules. */
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/* What the server last said of the match, as strings: version, turn, phase, mine, seat, size, language … */
export const state = () => $('#state').dataset;
export const myTurn = () => state().mine === '1' && state().phase === 'play';

/* A text of the page in the reader's language; {0}, {1} … are filled in. */
export const text = (key, ...values) =>
  values.reduce((said, value, i) => said.replace(`{${i}}`, value), $('#texts').dataset[key]);

const speak = id => message => { const region = $(id); if (message && region.textContent !== message) region.textContent = message; };
export const say = speak('#live');
export const shout = speak('#alert');

/* What htmx posts from here bears the token that our own posts bear: fragments come without one. */
document.addEventListener('htmx:configRequest', event => { event.detail.headers['X-CSRFToken'] = $('meta[name=csrf-token]').content; });

/* The one line over the rack. `kind` is "", "ok", "bad" or "aim"; a line that is there already is left alone. */
export function readout(kind, html, nudge = false) {
  const line = $('#readout');
  line.className = `readout${kind ? ` is-${kind}` : ''}${nudge ? ' is-nudge' : ''}`;
  if (line.dataset.shown !== html) { line.dataset.shown = html; line.innerHTML = html; htmx.process(line); }
}

/* A readout made of one of the page's own forms ("plain", "bad", "aim", "swap"), its texts filled in. */
export function line(form, message, title = '', more = '') {
  const holder = document.createElement('div');
  holder.append($(`#readout-${form}`).content.cloneNode(true));
  $$('b', holder).forEach(at => { at.textContent = `${title}:`; });
  $$('span', holder).forEach((at, i) => { at.textContent = i ? more : message; });
  return holder.innerHTML;
}

export function openDialog(id) {
  const dialog = $(`#d-${id}`);
  if (dialog.open) return;
  dialog.showModal();
  $('[aria-checked=true], .letters button', dialog)?.focus();
}
export const closeDialog = id => { if ($(`#d-${id}`).open) $(`#d-${id}`).close(); };

/* On a narrow page the rail is a sheet; on a wide one the same tabs stand beside the board. */
export function showTab(name, asSheet = false) {
  $('#rail').dataset.shows = name;
  $$('[role=tab]').forEach(tab => {
    tab.setAttribute('aria-selected', tab.dataset.tab === name);
    tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
  });
  if (asSheet) document.body.classList.add('sheet-open');
}
export const sheetIsOpen = () => document.body.classList.contains('sheet-open') && getComputedStyle($('.scrim')).display !== 'none';
export const closeSheet = () => document.body.classList.remove('sheet-open');

document.addEventListener('click', event => {
  const at = event.target.closest('[data-close], [data-close-sheet], [data-sheet], [data-tab], [data-open]');
  if (!at) return;
  if ('close' in at.dataset) at.closest('dialog').close();
  else if ('closeSheet' in at.dataset) closeSheet();
  else if (at.dataset.sheet) showTab(at.dataset.sheet, true);
  else if (at.dataset.tab) showTab(at.dataset.tab);
  else openDialog(at.dataset.open);
});
document.addEventListener('click', event => { if (event.target.matches('dialog.dlg')) event.target.close(); });
