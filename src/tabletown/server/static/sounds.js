// Soft sounds: a move, your turn, the end. They are made here, from a few tones, and are off until they are wanted; the
// choice is remembered. Browsers let a page be heard only after it has been touched, so nothing is heard before that.

const TUNES = { // per tone: pitch in hertz, begin and length in seconds, volume
  move: [[392, 0, 0.12, 0.05], [294, 0.03, 0.14, 0.04]],
  turn: [[660, 0, 0.45, 0.12], [880, 0.14, 0.45, 0.12]],
  end: [[523, 0, 0.5, 0.09], [659, 0.15, 0.5, 0.09], [784, 0.3, 0.9, 0.1]],
};
const switches = document.querySelectorAll("[data-sounds], [data-sound]");
let audio = null;

export function wanted() {
  try { return localStorage.getItem("sound") === "on"; } catch { return false; }
}

export function play(tune) {
  if (!wanted() || !window.AudioContext || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [pitch, delay, length, loudness] of TUNES[tune]) {
    const begins = audio.currentTime + delay;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(loudness, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + length + 0.05);
  }
}

function show() {
  for (const each of switches) each.ariaPressed = String(wanted());
}

if (window.AudioContext) {
  for (const each of switches) {
    each.hidden = false;
    each.addEventListener("click", () => {
      try { localStorage.setItem("sound", wanted() ? "off" : "on"); } catch { /* storage can be switched off */ }
      show();
      play("turn"); // so that it is known what to listen for
    });
  }
  show();
  addEventListener("storage", show); // switched in another tab
}
