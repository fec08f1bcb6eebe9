/* Sounds, made on the spot: short, quiet, no files. Each is a few notes of [frequency Hz, start s, length s, shape]. */
const NOTES = {
  tap: [[320, 0, .05, 'triangle']],
  lift: [[420, 0, .04, 'triangle']],
  word: [[523, 0, .14, 'sine'], [659, .09, .18, 'sine']],
  triumph: [[523, 0, .14, 'sine'], [659, .09, .14, 'sine'], [784, .18, .26, 'sine']],
  pass: [[294, 0, .16, 'sine']],
  reject: [[140, 0, .14, 'triangle']],
  coins: [[1568, 0, .07, 'sine'], [2093, .08, .1, 'sine']],
  power: [[392, 0, .1, 'triangle'], [587, .06, .16, 'triangle']],
  alfa: [[131, 0, .7, 'sine'], [196, .02, .7, 'sine'], [262, .04, .7, 'sine']],
  turn: [[587, 0, .16, 'sine'], [880, .14, .24, 'sine']],
  back: [[494, 0, .2, 'sine']],
  tick: [[980, 0, .03, 'square']],
  end: [[440, 0, .2, 'sine'], [349, .16, .3, 'sine']],
};
let context = null;

/* Play the sound of that name at a loudness from 0 to 1. Browsers allow none before the page was touched. */
export function make(name, loudness) {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  for (const [frequency, start, length, shape] of NOTES[name]) {
    const at = context.currentTime + start, tone = context.createOscillator(), level = context.createGain();
    tone.type = shape;
    tone.frequency.value = frequency * (name === 'tap' ? .95 + Math.random() / 10 : 1);
    level.gain.setValueAtTime(.0001, at);
    level.gain.exponentialRampToValueAtTime(.25 * loudness, at + .008);
    level.gain.exponentialRampToValueAtTime(.0001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + .02);
  }
}
