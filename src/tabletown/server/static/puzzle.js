// A puzzle or a short lesson: moves, hints and the solution without a reload. The address always names what is shown. There are no rules
// here: what can be clicked is what the server offers. The rating is kept by this browser, see puzzle_progress.js.

import "./site.js";
import { fragment, glide } from "./fragments.js";
import { finish, isDone } from "./lesson_progress.js";
import { morph } from "./morph.js";
import { answer, hinted, load, nextPuzzle } from "./puzzle_progress.js";
import { openRules } from "./rules.js";
import { drawHouse } from "./streak_house.js";
import { hide, tips } from "./tips.js";

const main = document.querySelector("main[data-puzzle]");
const path = main.dataset.puzzle;
let busy = false;

// --- Showing

async function go(query) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    const fresh = await fragment(`${path}/board${query}`);
    await glide(() => swap(fresh, query));
  } catch {
    location.assign(`${path}${query}`); // the page itself says what is wrong
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
}

function swap(fresh, query) {
  hide();
  const was = document.activeElement;
  const place = main.contains(was) && { piece: was.closest("[data-piece]")?.dataset.piece, key: was.dataset.key };
  const state = main.querySelector("#prompt").dataset.state;
  morph(main, fresh);
  history.replaceState(null, "", `${path}${query}`);
  note();
  if (place) focusAfter(place, state);
  measure();
}

// After a move the button is gone or means something else: go on with its piece, or with the next thing to do.
function focusAfter({ piece, key }, before) {
  const now = main.querySelector("#prompt").dataset.state;
  const targets = [".moves .next", ".moves .again", "button.is-slot", "button.is-move", ".moves button", ".moves a"];
  if (now === "open" && piece) targets.unshift(`button[data-piece="${CSS.escape(piece)}"]`);
  if (now === before && key) targets.unshift(`[data-key="${key}"]`);
  const next = targets.flatMap((target) => [...main.querySelectorAll(target)]).find((it) => !it.disabled && it.checkVisibility({ checkVisibilityCSS: true }));
  (next ?? main).focus({ preventScroll: true });
}

// --- Progress

function note() {
  const { puzzle, lesson, state, difficulty, hints } = main.querySelector("#prompt").dataset;
  ringHinted();
  if (lesson) return noteLesson(lesson, state);
  if (Number(hints)) hinted(puzzle, Number(hints));
  const known = load();
  const { progress, from, first } = state === "open" ? { progress: known, from: known.rating, first: false } : answer(puzzle, Number(difficulty), state);
  tellResult(main.querySelector("[data-result]"), { state, progress, from, first, mine: progress.puzzles[puzzle] ?? {} });
  tellRating(main.querySelector("[data-rating]"), progress, from);
  const house = main.querySelector("[data-house]");
  if (house) drawHouse(house, progress);
}

function noteLesson(id, state) {
  if (state === "solved" || state === "shown") finish(id);
  const row = main.querySelector("[data-done]");
  row.querySelector("dd").textContent = "kept in this browser";
  row.hidden = !isDone(id);
}

function ringHinted() {
  for (const list of main.querySelectorAll(".hints[data-pieces]")) {
    for (const id of list.dataset.pieces.split(" ")) main.querySelector(`[data-piece="${CSS.escape(id)}"]`)?.classList.add("is-touched");
  }
}

function tellResult(line, { state, mine }) {
  if (!line) return;
  const help = mine.hints ? `, with ${mine.hints === 1 ? "one hint" : `${mine.hints} hints`}` : "";
  if (state === "shown") line.textContent = "Shown. Your days in a row stay as they are.";
  else line.textContent = mine.first === "solved" ? `Solved at the first try${help}` : "Solved. The first try was another move.";
  line.hidden = false;
}

function tellRating(row, progress, from) {
  if (!row) return;
  const change = progress.rating - from;
  const told = change ? `${from} → <b>${progress.rating}</b> <span class="${change > 0 ? "up" : "down"}">${change > 0 ? "+" : "−"}${Math.abs(change)}</span>` : `<b>${progress.rating}</b>`;
  row.querySelector("dd").innerHTML = told;
  row.hidden = false;
}

// --- Hands

main.addEventListener("submit", (event) => {
  event.preventDefault();
  go(`?${new URLSearchParams(new FormData(event.target, event.submitter))}`);
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-rules]")) {
    event.preventDefault();
    openRules(link);
  } else if (link.matches("[data-next]")) {
    event.preventDefault();
    goOn(link);
  } else if (link.pathname === path && !link.hash) {
    event.preventDefault();
    go(link.search);
  }
});

// The next puzzle is one that fits the rating; if nobody can say which, the next on the shelf.
async function goOn(link) {
  const id = await nextPuzzle(link.dataset.next, main.querySelector("#prompt").dataset.puzzle).catch(() => null);
  location.assign(id ? `/puzzles/${id}` : link.href);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, textarea, select")) return;
  if (event.key === "?") return openRules(main.querySelector("[data-rules]"));
  const key = event.key.toLowerCase();
  if ("hun".includes(key) && key.length === 1) main.querySelector(`[data-key="${key}"]`)?.click();
});

// On a phone the ribbon is as high as its moves make it, and what is jumped to stops above it.
function measure() {
  for (const [name, part] of [["ribbon", ".prompt"], ["strip", ".strip"]]) {
    document.documentElement.style.setProperty(`--${name}-height`, `${main.querySelector(part)?.offsetHeight ?? 0}px`);
  }
}

addEventListener("resize", measure);
tips(main);
note();
measure();
