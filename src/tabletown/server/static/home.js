// The home page: the list of open tables follows what happens, and so does the game that is shown. A table in play is
// fetched when it changes; a replay goes on by itself, one visible move after another, unless motion is unwanted.

import "./lobby.js";
import { morph } from "./morph.js";
import { persist } from "./persist.js";
import { listen } from "./stream.js";

const PACE = 2600; // milliseconds from one move of a replay to the next
const panel = document.querySelector("[data-showcase]");
const still = matchMedia("(prefers-reduced-motion: reduce)");

async function show(address) {
  const answer = await persist(() => fetch(address));
  if (!answer.ok) return false; // the game is over: its last position stays
  const fresh = document.createElement("template");
  fresh.innerHTML = await answer.text();
  if (panel.querySelector(":focus")) return true; // not under the hand of the reader
  morph(panel, fresh.content);
  return true;
}

if (panel?.dataset.table) {
  let asking = false;
  listen(panel.dataset.table, async () => {
    if (asking) return;
    asking = true;
    try { await show(panel.dataset.showcase); } catch { /* the next news ask again */ }
    asking = false;
  });
} else if (panel) {
  let visible = false;
  new IntersectionObserver(([entry]) => { visible = entry.isIntersecting; }).observe(panel);
  setInterval(() => {
    const next = panel.querySelector("[data-next]")?.dataset.next;
    if (next && visible && !document.hidden && !still.matches) show(next).catch(() => {});
  }, PACE);
}
