// Looking for opponents: asks every two seconds how the search stands, which also says that the reader is still here.
// When others are found, the page counts down, rings if it is not in front, and goes to the table when it is laid.

import "./lobby.js";
import { morph } from "./morph.js";
import { call, calm } from "./notice.js";

const EVERY = 5; // without a search, the numbers are asked for at every fifth tick only
const panel = document.querySelector("[data-search]");
const plainTitle = document.title.replace(/^● Table found · /, "");
let state = shown().state;
let due = 0; // when the countdown ends, by this machine's clock
let ticks = 0;
let asking = false;

function shown() {
  return panel.querySelector("[data-state]").dataset;
}

function follow() {
  const now = shown();
  if (now.goto) {
    location.assign(now.goto);
    return;
  }
  if (now.seconds !== undefined) {
    const ends = performance.now() + 1000 * Number(now.seconds);
    if (state !== "found" || ends < due) due = ends;
    count();
  }
  if (now.state === "found" && state !== "found") call("Table found", "It is laid in a few seconds.");
  if (now.state !== "found" && state === "found") calm(plainTitle);
  state = now.state;
}

function count() {
  const number = panel.querySelector("[data-count]");
  if (number) number.textContent = String(Math.max(0, Math.ceil((due - performance.now()) / 1000)));
}

async function ask() {
  ticks += 1;
  if (asking || (state === "idle" && ticks % EVERY)) return;
  asking = true;
  try {
    const answer = await fetch(panel.dataset.search, { headers: { Accept: "text/x-fragment" } });
    if (answer.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      morph(panel, fresh.content);
      follow();
    }
  } catch { /* the next tick asks again */ } finally {
    asking = false;
  }
}

if (state === "found") { // the page came with it
  due = performance.now() + 1000 * Number(shown().seconds);
  call("Table found", "It is laid in a few seconds.");
}
follow();
setInterval(count, 250);
if (window.Worker) new Worker("/static/find_ticks.js").onmessage = ask;
else setInterval(ask, 2000);
// Escape stops looking, as on every page of waiting.
addEventListener("keydown", (event) => {
  const stop = panel.querySelector("form[action='/find/stop']");
  if (event.key === "Escape" && stop && !event.target.closest("details, select")) stop.requestSubmit();
});
