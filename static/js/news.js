/* What happened, for whoever looks elsewhere: the title, the icon of the tab, the spoken log, and sounds if wanted.
   Reads the panels after each batch; knows no rules. */
import { $, $$, say, shout, state } from './page.js';
import { onPanels } from './net.js';

const KEPT = 'alfapower-sound', icon = $('link[rel=icon]');
const figures = () => ({ ...state(), words: Number(state().words), coins: Number($('#coins-you').textContent), score: Number(state().score) });
let before = figures(), player = null, volume = 0;

/* Make a sound by its name (sound.js lists them) if sounds are on. The first one waits for the file to come. */
export function sound(name) {
  if (!volume) return;
  player ??= import('./sound.js');
  player.then(({ make }) => make(name, volume / 100));
}

/* 0 is off. Remembered in this browser; off until somebody asks for it. */
function setVolume(percent) {
  volume = percent;
  try { localStorage.setItem(KEPT, percent); } catch { /* a browser that keeps nothing plays it this time */ }
  show();
}

function show() {
  const [on, level] = [$('#sound-on'), $('#sound-level')];
  on.checked = volume > 0;
  level.disabled = !volume;
  if (volume) level.value = volume;
}

function told() {
  const now = figures(), began = now.mine === '1' && before.mine !== '1' && now.phase === 'play';
  document.title = `${now.title} · AlfaPower`;
  icon.href = now.mine === '1' ? icon.dataset.turn : icon.dataset.plain;
  if (now.news && now.news !== before.news) say(now.news);
  if (now.played && now.played !== before.played) {
    say(now.played);
    sound(now.words > 0 ? (now.score >= 50 ? 'triumph' : 'word') : 'pass');
  } else if (now.coins > before.coins) sound('coins');
  if (now.phase === 'alfa' && before.phase !== 'alfa') sound('alfa');
  if (began) { shout(now.title); sound('turn'); }
  if (now.phase === 'over' && before.phase !== 'over') { shout(now.title); sound('end'); }
  if (now.opponent !== before.opponent && now.opponent === 'here') sound('back');
  before = now;
}

try { volume = Number(localStorage.getItem(KEPT)) || 0; } catch { /* as if off */ }
show();
$('#sound-on').addEventListener('change', event => { setVolume(event.target.checked ? 60 : 0); sound('coins'); });
$('#sound-level').addEventListener('change', event => { setVolume(Number(event.target.value)); sound('coins'); });
$$('.only-script').forEach(element => { element.hidden = false; });
onPanels(told);
told();
