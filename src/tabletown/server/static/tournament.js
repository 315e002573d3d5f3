// A tournament that follows what happens: it looks every few seconds, and asks for nothing that it shows already.

import "./site.js";
import { copies } from "./copy.js";
import { morph } from "./morph.js";

const EVERY_MS = 4000;
const page = document.querySelector("[data-tournament]");

async function look() {
  const shown = page.querySelector("[data-mark]");
  const asked = { Accept: "text/x-fragment", "X-Shown": shown.dataset.mark };
  const answer = await fetch(page.dataset.tournament, { headers: asked });
  if (answer.status !== 200) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = await answer.text();
  // what somebody is typing, or about to choose, stays
  if (!page.querySelector("input:focus, select:focus")) morph(page, fresh.content);
}

async function follow() {
  const { state } = page.querySelector("[data-mark]").dataset;
  if (state !== "open" && state !== "running") return;
  if (!document.hidden) {
    try { await look(); } catch { /* the next look may succeed */ }
  }
  setTimeout(follow, EVERY_MS);
}

if (page) {
  copies(page, () => {});
  setTimeout(follow, EVERY_MS);
}
