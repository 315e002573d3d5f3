// It is your turn: the title always says so. To those who look elsewhere the icon says it too, and a sound if they want
// one; both are over when they come back. The sound is made here, two soft tones, and is off until somebody asks for it.

const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
const dotted = plain.replace("%3C/svg%3E", "%3Ccircle cx='20' cy='8' r='7' fill='%23d55e00' stroke='%23fff'/%3E%3C/svg%3E");
const bell = document.querySelector("[data-sound]");
let yours = null; // not known yet
let audio = null;

const looksAway = () => document.hidden || !document.hasFocus();

// The table is shown anew. `turn` says whether its reader is to move.
export function notice(turn, name) {
  document.title = `${turn ? "\u25cf Your turn \u00b7 " : ""}${name}${turn ? "" : " \u00b7 Tabletown"}`;
  if (turn && yours === false && looksAway()) {
    icon.href = dotted;
    if (wanted()) ring();
  }
  if (!turn) icon.href = plain;
  yours = turn;
}

for (const event of ["focus", "visibilitychange"]) {
  addEventListener(event, () => { if (!looksAway()) icon.href = plain; }, true);
}

// --- Sound

function wanted() {
  try { return localStorage.getItem("sound") === "on"; } catch { return false; }
}

function want(on) {
  try { localStorage.setItem("sound", on ? "on" : "off"); } catch { /* storage can be switched off */ }
  bell.ariaPressed = String(on);
}

// Browsers let a page be heard only after somebody has touched it.
function ring() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  [[660, 0], [880, 0.14]].forEach(([pitch, delay]) => {
    const begins = audio.currentTime + delay;
    const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, begins);
    volume.gain.linearRampToValueAtTime(0.12, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.45);
  });
}

if (bell && window.AudioContext) {
  bell.hidden = false;
  bell.ariaPressed = String(wanted());
  bell.addEventListener("click", () => {
    want(!wanted());
    if (wanted()) ring(); // so one knows what to listen for
  });
}
