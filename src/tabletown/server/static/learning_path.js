// The learning path: ticks for the lessons that are done, and what puzzles.js says of puzzles.

import "./puzzles.js";
import { isDone } from "./lesson_progress.js";

for (const link of document.querySelectorAll("a[data-lesson]")) {
  link.querySelector(".done").hidden = !isDone(link.dataset.lesson);
}
for (const count of document.querySelectorAll("[data-lessons]")) {
  const ids = count.dataset.lessons.split(" ");
  const done = ids.filter(isDone).length;
  if (done) count.textContent = done === ids.length ? `All ${done} done` : `${done} of ${ids.length} done`;
}
