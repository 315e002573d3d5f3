// The page of friends: its lists follow what happens. As long as it is open, friends may see that one is here.

import "./site.js";
import { morph } from "./morph.js";
import { listen } from "./stream.js";

const PACE = 15000; // milliseconds from one look to the next
const lists = document.querySelector("[data-friends]");
let asking = false;

async function look() {
  if (asking || document.hidden || lists.querySelector(":focus")) return; // not under the hand of the reader
  asking = true;
  try {
    const answer = await fetch("/friends", { headers: { Accept: "text/x-fragment" } });
    if (answer.ok) {
      const fresh = document.createElement("template");
      fresh.innerHTML = await answer.text();
      morph(lists, fresh.content);
    }
  } catch { /* the next look asks again */ } finally {
    asking = false;
  }
}

listen("lobby", look);
setInterval(look, PACE);
document.addEventListener("visibilitychange", look);
