// The page of a table: sends moves without a reload, follows the table as others move, and keeps the keyboard's place.
// There are no rules here. What can be clicked is what the server offers, and the server's view is what is shown.

import "./site.js";
import "./chat.js";
import { wind } from "./clock.js";
import { composing, recompose } from "./compose.js";
import { copies } from "./copy.js";
import { morph } from "./morph.js";
import { notice } from "./notice.js";
import { fill, shownParts } from "./parts.js";
import { persist } from "./persist.js";
import { openRules } from "./rules.js";
import { listen } from "./stream.js";
import { hide, tips } from "./tips.js";

const main = document.querySelector("main[data-table]");
const table = main.dataset.table;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const said = Object.assign(document.createElement("p"), { className: "vh", role: "status" });
document.body.append(said);

let shown = Number(main.dataset.version);
let turns = Promise.resolve(); // transitions one after another: a second one would cut the first short
let sending = false;

// --- Showing a view

// Resolves when the page has changed, which is before its pieces have stopped gliding.
function show(version, html, { again = false } = {}) {
  let resolve;
  const changed = new Promise((done) => { resolve = done; });
  turns = turns.then(async () => {
    if (version < shown || (version === shown && !again)) return;
    counting.forEach((text, element) => arrive(element, text)); // what is shown stands for parts that are the same
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    if (!fill(fresh.content, main)) { // another view came in between: all of this one is needed
      const whole = await persist(() => fetch(`/tables/${table}/board`));
      if (!whole.ok) throw new Error(whole.status);
      version = Number(whole.headers.get("X-Table-Version"));
      fresh.innerHTML = await whole.text();
    }
    const change = () => { swap(version, fresh.content); resolve(); };
    const talk = told(fresh.content) === told(main); // nothing glides, and nobody is to be disturbed
    if (talk || still.matches || document.hidden || !document.startViewTransition) change();
    else await glide(change);
  }).catch(() => location.reload()).finally(resolve);
  return changed;
}

// A transition may be given up half way (the window changes its size): then the page has changed, and nothing glides.
async function glide(change) {
  const transition = document.startViewTransition(change);
  transition.ready.catch(() => {});
  await transition.finished;
}

function swap(version, fresh) {
  hide();
  const focus = placeOf(document.activeElement);
  const before = new Set(lines());
  const over = main.querySelector(".finish");
  morph(main, fresh, still.matches ? undefined : count);
  shown = version;
  main.dataset.version = version;
  if (!over && main.querySelector(".finish")) scrollTo({ top: 0, behavior: still.matches ? "auto" : "smooth" });
  recompose(main);
  if (focus) keepPlace(focus); // after `recompose`, which may disable the button that has the focus
  measure();
  seek();
  said.textContent = lines().filter((line) => !before.has(line)).reverse().join(". ");
  wind();
  tellTurn();
}

// On a phone the notes stand on the ribbon, which is as high as its moves make it; what is jumped to stops above both.
function measure() {
  const heights = [["ribbon", ".prompt"], ["notes", ".notes"], ["strip", ".strip"]].map(([name, part]) => [name, main.querySelector(part)?.offsetHeight ?? 0]);
  for (const [name, height] of heights) document.documentElement.style.setProperty(`--${name}-height`, `${height}px`);
  for (const area of main.querySelectorAll(".mine, .rival, .across, .common, .notice")) { // those that scroll do so by keyboard, too
    const scrolls = getComputedStyle(area).overflowY === "auto" && area.scrollHeight > area.clientHeight;
    if (scrolls) area.tabIndex = 0;
    else area.removeAttribute("tabindex");
  }
}

// What a lesson points at is in sight, also where an area or the page scrolls.
const seek = () => main.querySelector("#wanted")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: still.matches ? "auto" : "smooth" });
recompose(main);
measure();
seek();
addEventListener("resize", measure);

const tellTurn = () => notice(Boolean(main.querySelector(".prompt.yours")), main.querySelector("h1")?.textContent ?? "");
tellTurn();

const told = (root) => [".lines", ".prompt", ".invite", ".notes"].map((part) => root.querySelector(part)?.textContent).join();
const lines = () => [...main.querySelectorAll(".lines li:not(.round)")].map((line) => line.textContent.trim());

const placeOf = (element) => element && main.contains(element) && {
  piece: element.closest("[data-piece]")?.dataset.piece,
  name: element.name,
  value: element.value,
  undo: "undo" in element.dataset,
  typed: Boolean(element.closest(".entry")),
};

// After a click the button is gone or means something else: follow its piece, or go to the next thing to do. What is
// hidden would refuse the focus, which would be lost.
function keepPlace(was) {
  const now = placeOf(document.activeElement);
  if (now && now.name === was.name && now.value === was.value && now.undo === was.undo) return;
  const targets = ["button#wanted", "button.is-slot", "button.is-move", ".moves button", "button[name]"];
  if (was.typed) targets.unshift(".entry input");
  if (was.piece) targets.unshift(`button[data-piece="${CSS.escape(was.piece)}"]`);
  const next = targets.flatMap((target) => [...main.querySelectorAll(target)]).find((it) => !it.disabled && it.checkVisibility({ checkVisibilityCSS: true })) ?? main;
  next.focus({ preventScroll: true });
}

const counting = new Map(); // numbers on their way, and what they will say

function count(element, from, to, text) {
  const began = performance.now();
  counting.set(element, text);
  requestAnimationFrame(function step(now) {
    if (counting.get(element) !== text) return;
    const part = Math.min(1, (now - began) / 400);
    if (part === 1 || !element.isConnected) return arrive(element, text);
    element.textContent = String(Math.round(from + (to - from) * part)).replace("-", "\u2212");
    requestAnimationFrame(step);
  });
}

function arrive(element, text) {
  element.textContent = text;
  counting.delete(element);
}

function complain(text) {
  main.querySelector(".error")?.remove();
  const line = Object.assign(document.createElement("p"), { className: "error", role: "alert", textContent: text });
  main.querySelector(".notes").prepend(line);
  measure();
}

// --- Moving

main.addEventListener("submit", (event) => {
  if (!event.target.matches("form.table, form.live")) return;
  event.preventDefault();
  if (!sending) send(event.target, event.submitter);
});

// A click is meant for what was there when it began, and the second click of a double click for what the first one hit.
// If there are other moves on the page since (the form has another key then), the click would hit one that nobody chose.
// Taking back may be clicked as fast as one likes.
const choices = () => main.querySelector("#moves [name=key]")?.value;
let pressed = choices();
let aimed = pressed;
main.addEventListener("pointerdown", () => { pressed = choices(); }, true);
main.addEventListener("click", (event) => {
  if (event.detail === 1) aimed = pressed; // 0: by keyboard
  const moves = event.target.closest("button[name=move], button[name=instead], .entry button");
  if (event.detail && aimed !== choices() && moves) event.preventDefault();
}, true);

main.addEventListener("click", (event) => {
  const close = event.target.closest("[data-close]");
  if (!close) return;
  event.preventDefault();
  close.closest("section").remove();
  main.querySelector(".moves .ask")?.focus();
});

async function send(form, button) {
  sending = true;
  main.setAttribute("aria-busy", "true");
  const url = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const body = new URLSearchParams(new FormData(form, button));
  try {
    // the key in the form makes it safe to ask again when an answer got lost
    const answer = await persist(() => fetch(url, { method: "POST", body, headers: { Accept: "text/x-fragment", ...shownParts(main) } }));
    const version = answer.headers.get("X-Table-Version");
    if (answer.status === 503) complain("The table is not ready yet. Nothing was changed; try again in a moment.");
    else if (version === null) complain("That did not work. Reload the page to see the table as it stands.");
    else await show(Number(version), await answer.text(), { again: true });
    if (url.endsWith("/seats")) listenAnew();
    if (url.endsWith("#advice")) main.querySelector("#advice")?.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  } catch {
    complain("There is no connection to the table. Nothing was changed; try again.");
  } finally {
    sending = false;
    main.removeAttribute("aria-busy");
    follow();
  }
}

// --- Following

let newest = shown;
let asking = false;

async function follow() {
  if (asking) return;
  asking = true;
  try {
    while (newest > shown) {
      const answer = await persist(() => fetch(`/tables/${table}/board`, { headers: shownParts(main) }));
      if (!answer.ok) break;
      await show(Number(answer.headers.get("X-Table-Version")), await answer.text());
    }
  } catch { /* the stream comes back before the table does, and asks again */ } finally {
    asking = false;
  }
}

function hear(version) {
  newest = Math.max(newest, version);
  if (!sending) follow();
}

const listenAnew = listen(table, hear);
main.addEventListener("heard", ({ detail }) => hear(detail)); // of a remark of one's own, see chat.js

// --- Inviting

copies(main, (text) => { said.textContent = text; });

// --- Keys, rules, explanations

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (event.key === "u" || event.key === "U") main.querySelector("[data-undo]")?.click();
  if (event.key === "?") openRules(main.querySelector("[data-rules]"));
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("[data-rules]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openRules(link);
});

tips(main);
composing(main);

for (const [type, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
  main.addEventListener(type, (event) => {
    const pieces = event.target.closest("[data-pieces]")?.dataset.pieces.split(" ") ?? [];
    for (const id of pieces) {
      main.querySelector(`[data-piece="${CSS.escape(id)}"]`)?.classList.toggle("is-touched", on);
    }
  });
}
