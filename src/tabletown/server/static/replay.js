// A replay: steps without a reload, by links, keys, a slider, or by itself. The address always names what is shown.

import "./site.js";
import { copies } from "./copy.js";
import { morph } from "./morph.js";
import { openRules } from "./rules.js";

const main = document.querySelector("main[data-replay]");
const path = main.dataset.replay;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const said = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(said);

const PACE = 1400; // milliseconds from one step to the next, while it plays
const KEPT = 40; // fragments: those just seen and the next ones
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", "Shift ArrowLeft": "ply-back", "Shift ArrowRight": "ply-on", PageUp: "turn-back", PageDown: "turn-on", Home: "first", End: "last",
};

const fragments = new Map(); // by query, promises of text
let wanted = location.search;
let showing = null;
let playing = 0; // the timer of the next step

// --- Showing a step

function fragment(query) {
  const known = fragments.get(query) ?? fetch(`${path}/step${query}`).then((answer) => {
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.text();
  });
  known.catch(() => fragments.delete(query));
  fragments.delete(query); // the youngest stands last
  fragments.set(query, known);
  if (fragments.size > KEPT) fragments.delete(fragments.keys().next().value);
  return known;
}

// Go to a step. While one is on its way, only the latest wish is kept: a slider asks for a hundred.
async function go(query) {
  wanted = query;
  if (showing) return showing;
  showing = (async () => {
    let shown = null;
    while (shown !== wanted) {
      shown = wanted;
      try {
        await show(await fragment(shown), shown);
      } catch {
        location.assign(`${path}${shown}`); // the page itself says what is wrong
        return;
      }
    }
  })();
  try {
    await showing;
  } finally {
    showing = null;
  }
}

async function show(html, query) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const change = () => swap(fresh.content, query);
  const smooth = !still.matches && !document.hidden && document.startViewTransition && query === wanted;
  if (smooth) await document.startViewTransition(change).finished;
  else change();
}

function swap(fresh, query) {
  const focus = document.activeElement?.id;
  const slider = document.activeElement?.matches("#scrub");
  morph(main, fresh);
  const scrub = main.querySelector("#scrub");
  if (!slider) scrub.value = scrub.defaultValue;
  main.querySelector("#ply").value = scrub.defaultValue;
  if (focus && !document.getElementById(focus)?.matches("a, button, input")) main.focus({ preventScroll: true });
  history.replaceState(null, "", `${path}${query}`);
  document.title = `${main.querySelector("h1").textContent}, ply ${scrub.defaultValue} \u00b7 Tabletown`;
  press();
  mark();
  // while it plays, every sentence would be cut short by the next one
  if (!playing) said.textContent = main.querySelector("#done").innerText;
  const next = way("on");
  if (next) fragment(next.search);
}

// Ring the pieces that the step touched, and keep its line in sight.
function mark() {
  for (const piece of main.querySelectorAll(".is-touched")) piece.classList.remove("is-touched");
  const lines = main.querySelectorAll(".lines .here");
  for (const line of lines) touch(line, true);
  const list = main.querySelector(".lines");
  if (lines.length && list.scrollHeight > list.clientHeight) {
    list.scrollTop = lines[0].offsetTop - list.offsetTop - list.clientHeight / 3;
  }
}

function touch(line, on) {
  for (const id of line.dataset.pieces?.split(" ") ?? []) {
    main.querySelector(`[data-piece="${CSS.escape(id)}"]`)?.classList.toggle("is-touched", on);
  }
}

const way = (name) => main.querySelector(`a[data-way="${name}"]`);

// --- Playing

function press() {
  const button = main.querySelector("[data-play]");
  button.setAttribute("aria-pressed", String(Boolean(playing)));
  button.querySelector(".vh").textContent = "Play";
}

function play() {
  const next = way("on") ?? way("first"); // at the end, from the start
  if (!next) return;
  playing = setTimeout(tick, 0, next.search);
  press();
}

async function tick(query) {
  const began = performance.now();
  await go(query);
  if (!playing) return;
  const next = way("on");
  if (next) playing = setTimeout(tick, Math.max(0, PACE - (performance.now() - began)), next.search);
  else pause();
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  press();
  said.textContent = main.querySelector("#done").innerText;
}

// --- Hands

main.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) return playing ? pause() : play();
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-rules]")) {
    event.preventDefault();
    openRules(link);
  } else if (link.pathname === path) {
    event.preventDefault();
    if (playing) pause();
    go(link.search);
  }
});

main.addEventListener("submit", (event) => {
  event.preventDefault();
  if (playing) pause();
  go(`?${new URLSearchParams(new FormData(event.target))}`);
});

main.addEventListener("input", ({ target }) => {
  if (target.id !== "scrub") return;
  if (playing) pause();
  const query = new URLSearchParams(new FormData(target.form));
  query.set("ply", target.value);
  go(`?${query}`);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, textarea, select, .lines, .frame")) return; // these have uses of their own for keys
  if (event.key === "?") return openRules(main.querySelector("[data-rules]"));
  if (event.key === " " && !event.target.matches("a, button, summary")) {
    event.preventDefault();
    return playing ? pause() : play();
  }
  const name = KEYS[event.shiftKey ? `Shift ${event.key}` : event.key];
  const link = name && way(name);
  if (!link) return;
  event.preventDefault();
  if (playing) pause();
  go(link.search);
});

for (const [type, on] of [["mouseover", true], ["mouseout", false]]) {
  main.addEventListener(type, ({ target }) => {
    const line = target.closest(".lines li:not(.here)");
    if (line) touch(line, on);
  });
}

copies(main, (text) => { said.textContent = text; });
mark();
const first = way("on");
if (first) fragment(first.search);
