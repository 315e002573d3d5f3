// A list of open tables that follows what happens, wherever it stands on a page.

import "./site.js";
import { morph } from "./morph.js";
import { persist } from "./persist.js";
import { listen } from "./stream.js";

const list = document.querySelector("[data-lobby]");

if (list) {
  // every process of the site counts for itself, so any other number is news, not only a higher one
  let followed = Number(list.dataset.version);
  let newest = followed;
  let asking = false;

  listen("lobby", async (version) => {
    newest = version;
    if (asking) return;
    asking = true;
    try {
      while (newest !== followed) {
        followed = newest;
        const answer = await persist(() => fetch(list.dataset.lobby, { headers: { Accept: "text/x-fragment" } }));
        if (!answer.ok) break;
        const fresh = document.createElement("template");
        fresh.innerHTML = await answer.text();
        morph(list, fresh.content);
      }
    } catch { /* the next news ask again */ } finally {
      asking = false;
    }
  });
}
