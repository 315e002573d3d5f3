// News of the table that is shown: the title always says whose turn it is. If the reader looks elsewhere, the icon says
// it too, until they come back, and a notification for those who want one. Those who want sounds hear a move, their turn, and the end.

import { takeBack, tell } from "./notifications.js";
import { play } from "./sounds.js";

const icon = document.querySelector("link[rel=icon]");
const plain = icon.href;
const dotted = plain.replace("%3C/svg%3E", "%3Ccircle cx='20' cy='8' r='7' fill='%23d55e00' stroke='%23fff'/%3E%3C/svg%3E");
const main = document.querySelector("main[data-table]");
let before = null; // what was shown last

const looksAway = () => document.hidden || !document.hasFocus();
const state = (turn) => ({
  turn,
  over: Boolean(main?.querySelector(".finish")),
  told: main?.querySelector(".lines li:not(.round)")?.textContent, // the newest line of the log
});

// The table is shown anew. `turn` says whether its reader is to move.
export function notice(turn, name) {
  document.title = `${turn ? "\u25cf Your turn \u00b7 " : ""}${name}${turn ? "" : " \u00b7 Tabletown"}`;
  const now = state(turn);
  const begins = turn && !before?.turn; // also on a page that opens out of sight, led there by another one
  if (begins && looksAway()) {
    icon.href = dotted;
    tell("Your turn", name, location.pathname);
  }
  if (before) {
    if (now.over && !before.over) play("end");
    else if (begins) play("turn");
    else if (now.told !== before.told) play("move");
  }
  if (!turn && icon.href !== plain) {
    icon.href = plain;
    takeBack(location.pathname);
  }
  before = now;
}

// Something calls the reader: the title says it until `calm` gives another one, the icon until the reader comes back,
// and a notification for those who want one and look elsewhere; `body` is its second line.
export function call(words, body) {
  document.title = `\u25cf ${words} \u00b7 Tabletown`;
  if (looksAway()) {
    icon.href = dotted;
    tell(words, body, location.pathname);
  }
  play("turn");
}

export function calm(title) {
  document.title = title;
  icon.href = plain;
}

for (const event of ["focus", "visibilitychange"]) {
  addEventListener(event, () => {
    if (looksAway() || icon.href === plain) return;
    icon.href = plain;
    takeBack(location.pathname);
  }, true);
}
