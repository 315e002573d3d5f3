// A tournament that follows what happens: it looks every few seconds, less often while it is out of sight, and asks for
// nothing that it shows already. When a table is laid for the reader, it calls them.

import "./site.js";
import { copies } from "./copy.js";
import { morph } from "./morph.js";
import { call, calm } from "./notice.js";

const EVERY_MS = 4000;
const HIDDEN_EVERY_MS = 20_000;
const page = document.querySelector("[data-tournament]");
const plainTitle = document.title;
let mine = page && ownTable(page);
let timer = 0;

// The table of the reader that goes on, if there is one.
function ownTable(part) {
  return part.querySelector("[data-own-table]")?.getAttribute("href") ?? "";
}

function tell(table) {
  if (table && table !== mine) call("Your table is laid", page.querySelector("h1").textContent);
  else if (!table && mine) calm(plainTitle);
  mine = table;
}

async function look() {
  const shown = page.querySelector("[data-mark]");
  const asked = { Accept: "text/x-fragment", "X-Shown": shown.dataset.mark };
  const answer = await fetch(page.dataset.tournament, { headers: asked });
  if (answer.status !== 200) return;
  const fresh = document.createElement("template");
  fresh.innerHTML = await answer.text();
  tell(ownTable(fresh.content));
  // what somebody is typing, or about to choose, stays
  if (!page.querySelector("input:focus, select:focus")) morph(page, fresh.content);
}

async function follow() {
  const { state } = page.querySelector("[data-mark]").dataset;
  if (state !== "open" && state !== "running") return;
  try { await look(); } catch { /* the next look may succeed */ }
  lookLater();
}

function lookLater() {
  clearTimeout(timer);
  timer = setTimeout(follow, document.hidden ? HIDDEN_EVERY_MS : EVERY_MS);
}

if (page) {
  copies(page, () => {});
  lookLater();
  addEventListener("visibilitychange", lookLater, true);
}
