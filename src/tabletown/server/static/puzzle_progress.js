// What this browser remembers of puzzles: the rating, what was tried and solved, and the days. Nothing of it is sent.
// A first try moves the rating as a game does: against a puzzle of 1000 to 2000, by its difficulty.

const KEY = "puzzles";
const START = 1200;
const CURVE_FROM = 3; // tries, before which a curve says nothing
const KEPT = 400; // points of the curve
const DAY = 86400000;

const EMPTY = () => ({ rating: START, tries: 0, puzzles: {}, days: [], curve: [] });

export function load() {
  try {
    return { ...EMPTY(), ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return EMPTY(); // storage is switched off, or holds something else
  }
}

function keep(progress) {
  try { localStorage.setItem(KEY, JSON.stringify(progress)); } catch { /* then it lasts as long as the page */ }
}

export const worth = (difficulty) => 750 + 250 * difficulty;
export const today = () => new Date().toISOString().slice(0, 10); // the day of the puzzle of the day, all over the world
export const isSolved = (progress, id) => Boolean(progress.puzzles[id]?.solved);
export const hasCurve = (progress) => progress.tries >= CURVE_FROM;

const step = (tries) => Math.max(16, 64 - 3 * tries);

// Remember how many hints were looked at: going back does not give them back.
export function hinted(id, hints) {
  const progress = load();
  const puzzle = progress.puzzles[id] ??= {};
  if (puzzle.first || (puzzle.hints ?? 0) >= hints) return;
  puzzle.hints = hints;
  keep(progress);
}

// Note an answer: "solved", "wrong" or "shown". Returns the progress, with what it changed: {progress, from, first}.
export function answer(id, difficulty, result) {
  const progress = load();
  const puzzle = progress.puzzles[id] ??= {};
  const from = progress.rating;
  const first = !puzzle.first;
  if (first) {
    puzzle.first = result;
    const expected = 1 / (1 + 10 ** ((worth(difficulty) - from) / 400));
    const gain = result === "solved" ? (1 - expected) * (1 - (puzzle.hints ?? 0) / 3) : -expected;
    progress.rating = Math.round(from + step(progress.tries) * gain);
    progress.tries += 1;
    progress.curve = [...progress.curve, progress.rating].slice(-KEPT);
  }
  if (result === "solved") {
    if (puzzle.first !== "shown") puzzle.solved = true;
    if (!progress.days.includes(today())) progress.days = [...progress.days, today()].slice(-KEPT);
  }
  keep(progress);
  return { progress, from, first };
}

const dayBefore = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

// How many days in a row a puzzle was solved, up to today, or up to yesterday if today is still open.
export function daysInARow(progress) {
  const lit = new Set(progress.days);
  let day = lit.has(today()) ? today() : dayBefore(today());
  let days = 0;
  for (; lit.has(day); day = dayBefore(day)) days += 1;
  return days;
}

// The days of some weeks, the last one being that of today; a week begins on Monday. Each is lit, dark or to come.
export function weeks(progress, count) {
  const lit = new Set(progress.days);
  const begun = progress.days[0] ?? today();
  const now = Date.parse(today());
  const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: count }, (_, week) => Array.from({ length: 7 }, (_, day) => {
    const date = new Date(monday + (week - count + 1) * 7 * DAY + day * DAY).toISOString().slice(0, 10);
    if (lit.has(date)) return date === today() ? "lit now" : "lit";
    if (date === today()) return "open";
    return date > today() || date < begun ? "void" : "dark";
  }));
}

// A puzzle of a title that is not solved yet and as hard as the rating wants it; null if all are solved.
export async function nextPuzzle(title, but = "") {
  const answered = await fetch(`/api/v1/puzzles?title=${encodeURIComponent(title)}`);
  if (!answered.ok) return null;
  const { puzzles } = await answered.json();
  const progress = load();
  const fresh = puzzles.filter(({ id }) => id !== but && !progress.puzzles[id]?.first);
  const left = fresh.length ? fresh : puzzles.filter(({ id }) => id !== but && !isSolved(progress, id));
  const far = ({ difficulty }) => Math.abs(worth(difficulty) - progress.rating);
  const nearest = Math.min(...left.map(far));
  const fitting = left.filter((puzzle) => far(puzzle) === nearest);
  return fitting.length ? fitting[Math.floor(Math.random() * fitting.length)].id : null;
}
