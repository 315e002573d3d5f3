// Clocks tick between two views of the table. Each is computed from the moment at which it will have run out, never by
// counting, so a tab that slept shows the right time when it wakes. Whose time is over is for the server to say.

const main = document.querySelector("main[data-table]");
const ends = new Map(); // by element
const said = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(said);
let warned = false; // once for every time that one's own clock begins to run

const MINUTE = 60, HOUR = 3600, DAY = 86400;
const two = (number) => String(number).padStart(2, "0");

// As in clocks.py.
export function inWords(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= DAY) return `${Math.floor(whole / DAY)} d ${Math.floor(whole % DAY / HOUR)} h`;
  const minutes = Math.floor(whole % HOUR / MINUTE);
  if (whole < HOUR) return `${minutes}:${two(whole % MINUTE)}`;
  return `${Math.floor(whole / HOUR)}:${two(minutes)}:${two(whole % MINUTE)}`;
}

// Read the times that the server has just given.
export function wind() {
  ends.clear();
  for (const clock of main.querySelectorAll(".clock.runs")) ends.set(clock, Date.now() + 1000 * clock.dataset.left);
  if (!main.querySelector(".chip.you .clock.runs")) warned = false;
  tick();
}

function tick() {
  for (const [clock, end] of ends) {
    const left = (end - Date.now()) / 1000;
    const time = clock.querySelector(".time");
    const text = inWords(left);
    if (time.textContent !== text) time.textContent = text;
    const low = left <= clock.dataset.low;
    clock.classList.toggle("low", low);
    if (low && !warned && clock.closest(".you")) {
      warned = true;
      said.textContent = `You have ${text} left.`;
    }
  }
}

setInterval(tick, 250);
document.addEventListener("visibilitychange", tick);
wind();
