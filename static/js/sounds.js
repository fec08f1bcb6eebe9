/* Sounds, made on the spot: short, quiet, no files; and what a hand feels of them where the device can shake. Fetched
   when the first one is wanted. */

/* Each is a few notes of [frequency Hz, start s, length s, shape]. */
const NOTES = {
  tap: [[320, 0, 0.05, "triangle"]],
  talk: [
    [660, 0, 0.06, "sine"],
    [880, 0.06, 0.09, "sine"],
  ],
  lift: [[420, 0, 0.04, "triangle"]],
  word: [
    [523, 0, 0.14, "sine"],
    [659, 0.09, 0.18, "sine"],
  ],
  triumph: [
    [523, 0, 0.14, "sine"],
    [659, 0.09, 0.14, "sine"],
    [784, 0.18, 0.26, "sine"],
  ],
  pass: [[294, 0, 0.16, "sine"]],
  time: [
    [294, 0, 0.16, "triangle"],
    [220, 0.14, 0.3, "triangle"],
  ],
  try: [[140, 0, 0.14, "triangle"]],
  coins: [
    [1568, 0, 0.07, "sine"],
    [2093, 0.08, 0.1, "sine"],
  ],
  power: [
    [392, 0, 0.1, "triangle"],
    [587, 0.06, 0.16, "triangle"],
  ],
  blast: [
    [110, 0, 0.28, "sawtooth"],
    [73, 0.04, 0.4, "square"],
    [1320, 0, 0.03, "square"],
  ],
  claim: [
    [392, 0, 0.08, "triangle"],
    [523, 0.09, 0.08, "triangle"],
    [784, 0.18, 0.2, "triangle"],
  ],
  fortify: [
    [196, 0, 0.12, "triangle"],
    [294, 0.08, 0.2, "triangle"],
    [587, 0.08, 0.12, "sine"],
  ],
  bonus: [
    [880, 0, 0.07, "sine"],
    [1175, 0.06, 0.07, "sine"],
    [1760, 0.12, 0.16, "sine"],
  ],
  swap: [
    [494, 0, 0.07, "triangle"],
    [370, 0.07, 0.07, "triangle"],
    [494, 0.14, 0.1, "triangle"],
  ],
  alfa: [
    [131, 0, 0.7, "sine"],
    [196, 0.02, 0.7, "sine"],
    [262, 0.04, 0.7, "sine"],
  ],
  turn: [
    [587, 0, 0.16, "sine"],
    [880, 0.14, 0.24, "sine"],
  ],
  back: [[494, 0, 0.2, "sine"]],
  tick: [[980, 0, 0.03, "square"]],
  hurry: [
    [980, 0, 0.05, "square"],
    [980, 0.12, 0.05, "square"],
  ],
  win: [
    [523, 0, 0.16, "triangle"],
    [659, 0.13, 0.16, "triangle"],
    [784, 0.26, 0.16, "triangle"],
    [1047, 0.39, 0.5, "triangle"],
    [659, 0.39, 0.5, "sine"],
  ],
  loss: [
    [440, 0, 0.22, "sine"],
    [392, 0.2, 0.22, "sine"],
    [330, 0.4, 0.45, "sine"],
  ],
  draw: [
    [440, 0, 0.22, "sine"],
    [440, 0.24, 0.4, "sine"],
    [554, 0.24, 0.4, "sine"],
  ],
};
/* Milliseconds of shaking, pause, shaking … */
const SHAKES = {
  tap: [8],
  turn: [30, 60, 30],
  try: [40, 40, 40],
  blast: [20, 30, 90],
  hurry: [60],
  win: [40, 60, 40, 60, 120],
  loss: [80],
  draw: [40, 60, 40],
};
let context = null;

/* Play the sound of that name at a loudness from 0 to 1; a power that has none of its own sounds like a power. */
export function make(name, loudness) {
  navigator.vibrate?.(SHAKES[name] ?? []);
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [frequency, start, length, shape] of NOTES[name] ?? NOTES.power) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = shape;
    tone.frequency.value = frequency * (name === "tap" ? 0.95 + Math.random() / 10 : 1);
    level.gain.setValueAtTime(0.0001, at);
    level.gain.exponentialRampToValueAtTime(0.25 * loudness, at + 0.008);
    level.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
