// A review: the cursor moves without a reload, by the picture, links and keys. The address always names where it is.

import "./site.js";
import { morph } from "./morph.js";
import { openRules } from "./rules.js";

const main = document.querySelector("main[data-review]");
const path = main.dataset.review;
const said = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(said);

const AGAIN = 1500; // milliseconds between two looks at a review that is being made
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "point-on", F: "point-back" };

let wanted = location.search;
let showing = false;

// --- Showing

async function go(query) {
  wanted = query;
  if (showing) return;
  showing = true;
  try {
    let shown = null;
    while (shown !== wanted) {
      shown = wanted;
      const answer = await fetch(`${path}/part${shown}`);
      if (!answer.ok) return location.assign(`${path}${shown}`); // the page itself says what is wrong
      show(await answer.text(), shown);
    }
  } catch {
    setTimeout(() => go(wanted), 2 * AGAIN); // the connection is gone for a moment
  } finally {
    showing = false;
  }
}

function show(html, query) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const focus = document.activeElement?.id;
  const was = place().ply;
  morph(main, fresh.content);
  if (focus && !document.getElementById(focus)?.matches("a, button")) main.focus({ preventScroll: true });
  history.replaceState(null, "", `${path}${query}`);
  mark();
  if (place().ply !== was) said.textContent = main.querySelector("#done")?.innerText ?? "";
  follow();
}

// Ring the pieces of the move that was played and of the better one.
function mark() {
  for (const css of ["is-played", "is-better"]) {
    for (const piece of main.querySelectorAll(`.${css}`)) piece.classList.remove(css);
  }
  for (const [line, css] of [[".did .played", "is-played"], [".did .better", "is-better"]]) {
    for (const id of main.querySelector(line)?.dataset.pieces.split(" ") ?? []) {
      if (id) main.querySelector(`[data-piece="${CSS.escape(id)}"]`)?.classList.add(css);
    }
  }
}

// While it is being made, look again: what is done can be used meanwhile.
let timer = 0;
function follow() {
  clearTimeout(timer);
  if (main.querySelector("[data-making]")) timer = setTimeout(() => go(wanted), AGAIN);
}

const way = (name) => main.querySelector(`a[data-way="${name}"]`);
const place = () => ({ ply: new URLSearchParams(wanted).get("ply") });

// --- The picture

// The point of the curves next to the pointer: its ply and all chances there.
function point(event) {
  const picture = main.querySelector(".hill-picture");
  const points = JSON.parse(picture.dataset.points);
  const svg = [...picture.querySelectorAll("svg")].find((one) => one.clientWidth);
  if (!points.length || !svg) return null;
  const { left, right, total } = svg.dataset;
  const box = svg.getBoundingClientRect();
  const unit = box.width / svg.viewBox.baseVal.width;
  const ply = ((event.clientX - box.left) / unit - left) / (svg.viewBox.baseVal.width - left - right) * total;
  const nearest = points.reduce((a, b) => (Math.abs(b[0] - ply) < Math.abs(a[0] - ply) ? b : a));
  return { ply: nearest[0], chances: nearest[1], x: event.clientX - box.left, width: box.width };
}

main.addEventListener("pointermove", (event) => {
  const picture = event.target.closest(".hill-picture");
  const readout = main.querySelector(".readout");
  const here = picture && event.pointerType === "mouse" ? point(event) : null;
  if (!readout || !here) return readout?.setAttribute("hidden", "");
  const names = JSON.parse(picture.dataset.names);
  readout.textContent = [`After ply ${here.ply}`, ...here.chances.map((chance, seat) => `${names[seat]} ${chance} %`)].join("\n");
  readout.hidden = false;
  readout.style.left = here.x > here.width / 2 ? "auto" : `${here.x + 14}px`;
  readout.style.right = here.x > here.width / 2 ? `${here.width - here.x + 14}px` : "auto";
});

// --- Hands

main.addEventListener("click", (event) => {
  const flag = event.target.closest(".pennant");
  if (flag) return go(`?ply=${flag.dataset.ply}`);
  if (event.target.closest(".hill-picture")) {
    const here = point(event);
    return here ? go(`?ply=${here.ply}`) : null;
  }
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  if (link.matches("[data-rules]")) {
    event.preventDefault();
    return openRules(link);
  }
  if (link.pathname !== path) return null;
  event.preventDefault();
  if (link.hash) main.querySelector(link.hash)?.scrollIntoView({ block: "start" });
  return go(link.search);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input, textarea, select, .frame")) return; // these have uses of their own for keys
  if (event.key === "?") return openRules(main.querySelector("[data-rules]"));
  const link = KEYS[event.key] && way(KEYS[event.key]);
  if (!link) return;
  event.preventDefault();
  go(link.search);
});

mark();
follow();
