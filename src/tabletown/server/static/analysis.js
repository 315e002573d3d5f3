// An analysis: plies without a reload, what the mind says, and the tree of what was tried (analysis_tree.js). The address
// always names what is shown. There are no rules here: what can be clicked is what the server offers.

import "./site.js";
import { beside, childrenOf, isGame, lastSeen, leavings, lineOf, load, plyOf, remember, remove, save } from "./analysis_tree.js";
import { copies } from "./copy.js";
import { fragment, glide } from "./fragments.js";
import { morph } from "./morph.js";
import { openRules } from "./rules.js";
import { hide, tips } from "./tips.js";

const main = document.querySelector("main[data-analysis]");
const { analysis: path, table } = main.dataset;
const written = "written" in main.dataset; // a position of somebody's own, which has no game
const said = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(said);
const tree = load(table);
let here = ""; // the key of the node that is shown
let busy = false;
let asking = null; // what is being asked of the mind

const prompt = () => main.querySelector("#prompt");

// --- Showing

async function go(query, keep = true) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    const fresh = await fragment(`${path}/board${query}`);
    await glide(() => swap(fresh, keep));
  } catch {
    location.assign(`${path}${query}`); // the page itself says what is wrong
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
}

function swap(fresh, keep) {
  hide();
  const was = document.activeElement;
  const place = main.contains(was) && { piece: was.closest("[data-piece]")?.dataset.piece, id: was.id || was.closest("[data-way]")?.id };
  const mind = fresh.querySelector("#mind");
  if (!("said" in mind.dataset)) { // until the mind has spoken, the towers stand as they stood
    mind.replaceChildren(...[...main.querySelector("#mind").children].map((part) => part.cloneNode(true)));
    mind.inert = true;
  }
  morph(main, fresh);
  const address = `${path}?${prompt().dataset.query}`;
  if (keep) history.pushState(null, "", address);
  note();
  if (place) focusAfter(place);
  measure();
}

// After a ply the button is gone or means something else: go on with its piece, or with the next thing to do.
function focusAfter({ piece, id }) {
  const targets = ["button.is-slot", "button.is-move", ".moves button", "#ways a"];
  if (piece) targets.unshift(`button[data-piece="${CSS.escape(piece)}"]`);
  if (id) targets.unshift(`#${CSS.escape(id)}`);
  const next = targets.flatMap((target) => [...main.querySelectorAll(target)]).find((it) => !it.disabled && it.checkVisibility({ checkVisibilityCSS: true }));
  (next ?? main).focus({ preventScroll: true });
}

// --- The mind

async function ask() {
  const mind = main.querySelector("#mind");
  asking?.abort();
  if ("said" in mind.dataset) return;
  const asked = asking = new AbortController();
  try {
    const fresh = await fragment(mind.dataset.mind, asked.signal);
    if (asked.signal.aborted) return;
    morph(mind, fresh);
    mind.inert = false;
  } catch {
    if (!asked.signal.aborted) mind.inert = false; // the link to ask again stays
  }
}

// --- The tree

function note() {
  const { ply, start, plies } = prompt().dataset;
  here = remember(tree, Number(ply), JSON.parse(start), JSON.parse(plies));
  save(table, tree);
  drawTree();
  ask();
}

function drawTree() {
  const top = document.createElement("ol");
  for (const key of leavings(tree)) top.append(...drawn(key));
  const frame = main.querySelector("#tried-tree");
  frame.replaceChildren(top);
  const now = top.querySelector("[aria-current]"); // brought into sight within the tree; all else stays where it is
  frame.scrollTop += now.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 2;
}

// A node and all that follows: a line goes straight on, several lines are branches.
function drawn(key) {
  const items = [];
  for (let one = key; one; ) {
    const item = document.createElement("li");
    item.append(row(one));
    items.push(item);
    const next = childrenOf(tree, one);
    if (next.length > 1 || (next.length && isGame(one))) {
      const branches = document.createElement("ol");
      for (const branch of next) {
        const under = document.createElement("li");
        const line = document.createElement("ol");
        line.append(...drawn(branch));
        under.append(line);
        branches.append(under);
      }
      item.append(branches);
      break;
    }
    one = next[0];
  }
  return items;
}

function row(key) {
  const { seat, words, public: told } = tree.nodes[key];
  const line = document.createElement("span");
  line.className = "row";
  const link = document.createElement("a");
  link.className = "node";
  link.href = `${path}${queryOf(key)}`;
  const mark = document.createElement("span");
  mark.className = "mark";
  const shape = main.querySelector("#seat-marks").children[seat]?.firstElementChild;
  if (shape) mark.append(shape.cloneNode(true));
  const what = document.createElement("span");
  what.className = "what";
  const { eyes } = prompt().dataset;
  const text = (words && (eyes === "open" || eyes === String(seat)) ? words : told) ?? "";
  what.textContent = isGame(key) && !written ? `Ply ${plyOf(key)}: ${text}` : text;
  link.append(mark, what);
  if (isGame(key) && !written) link.append(tag("game"));
  if (key === here) {
    link.append(tag("here"));
    link.setAttribute("aria-current", "step");
  }
  line.append(link);
  if (key === here && !isGame(key)) {
    const bin = Object.assign(document.createElement("button"), { type: "button", className: "bin", textContent: "×", title: "Delete this branch (Delete)", ariaLabel: "Delete this branch" });
    bin.addEventListener("click", cut);
    line.append(bin);
  }
  return line;
}

function tag(word) {
  return Object.assign(document.createElement("b"), { className: `tag ${word}`, textContent: word });
}

function queryOf(key) {
  const asked = prompt().dataset.asked;
  const fields = { ply: plyOf(key), ...(lineOf(key) && { line: lineOf(key) }), ...(asked && { eyes: asked }) };
  return `?${new URLSearchParams(fields)}`;
}

function cut() {
  if (busy || isGame(here)) return;
  const before = remove(tree, here);
  save(table, tree);
  go(queryOf(before));
}

// --- Hands

main.addEventListener("submit", (event) => {
  if (event.target.method !== "get") return;
  event.preventDefault();
  go(`?${new URLSearchParams(new FormData(event.target, event.submitter))}`);
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-rules]")) {
    event.preventDefault();
    openRules(link);
  } else if (link.pathname === path && !link.hash) {
    event.preventDefault();
    go(link.search);
  }
});

const STEPS = {
  ArrowLeft: () => main.querySelector("[data-way=back]")?.click(),
  ArrowRight: () => {
    const next = lastSeen(tree, here);
    if (next) go(queryOf(next));
    else main.querySelector("[data-way=on]")?.click();
  },
  ArrowUp: () => branch(-1),
  ArrowDown: () => branch(1),
  Delete: cut,
};

function branch(way) {
  const other = beside(tree, here, way);
  if (other) go(queryOf(other));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || document.querySelector("dialog[open], :popover-open")) return;
  if (event.target.matches("input, textarea, select") || (event.target.id === "side" && /Up|Down/.test(event.key))) return;
  if (event.key === "?") return openRules(main.querySelector("[data-rules]"));
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  step();
});

// A move of the mind that is pointed at shows its pieces.
for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  main.addEventListener(on, (event) => touch(event, true));
  main.addEventListener(off, (event) => touch(event, false));
}

function touch(event, on) {
  const pieces = event.target.closest?.(".best a")?.dataset.pieces;
  for (const id of pieces ? pieces.split(" ") : []) main.querySelector(`[data-piece="${CSS.escape(id)}"]`)?.classList.toggle("is-touched", on);
}

// On a phone the ribbon is as high as its moves make it, and what is jumped to stops above it.
function measure() {
  for (const [name, part] of [["ribbon", ".prompt"], ["strip", ".strip"]]) {
    document.documentElement.style.setProperty(`--${name}-height`, `${main.querySelector(part)?.offsetHeight ?? 0}px`);
  }
}

addEventListener("popstate", () => go(location.search, false));
addEventListener("resize", measure);
copies(main, (words) => { said.textContent = words; });
tips(main);
history.replaceState(null, "", `${path}?${prompt().dataset.query}`);
note();
measure();
