// The pages that list puzzles: what this browser has solved, its rating, its days.

import "./site.js";
import { daysInARow, hasCurve, isSolved, load, nextPuzzle } from "./puzzle_progress.js";
import { drawHouse } from "./streak_house.js";

const progress = load();

for (const mark of document.querySelectorAll("[data-solved]")) mark.hidden = !isSolved(progress, mark.dataset.solved);

for (const count of document.querySelectorAll("[data-count]")) {
  const ids = count.dataset.count.split(" ");
  const solved = ids.filter((id) => isSolved(progress, id)).length;
  if (solved) count.textContent = `${solved} of ${ids.length} solved`;
  count.parentElement.querySelector(".progress")?.style.setProperty("--part", `${100 * solved / ids.length}%`);
}

for (const figure of document.querySelectorAll("[data-house]")) drawHouse(figure, progress);

const rating = document.querySelector("[data-rating]");
if (rating && progress.tries) {
  rating.innerHTML = `<b>${progress.rating}</b>`;
  rating.hidden = false;
}
const days = document.querySelector("[data-days]");
const row = daysInARow(progress);
if (days) {
  days.innerHTML = `<b>${row}</b> ${row === 1 ? "day" : "days"} in a row`;
  days.hidden = false;
}
if (rating && hasCurve(progress)) {
  document.querySelector("[data-begin]").hidden = true;
  drawCurve(document.querySelector("[data-curve]"), progress.curve);
}

function drawCurve(box, curve) {
  const [low, high] = [Math.floor((Math.min(...curve) - 20) / 50) * 50, Math.ceil((Math.max(...curve) + 20) / 50) * 50];
  const x = (place) => 44 + 346 * place / Math.max(1, curve.length - 1);
  const y = (value) => 10 + 130 * (high - value) / (high - low);
  const points = curve.map((value, place) => `${x(place).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const lines = [low, (low + high) / 2, high].map((value) => `<path class="grid" d="M44 ${y(value)}h346"/><text x="38" y="${y(value) + 4}" text-anchor="end">${value}</text>`).join("");
  const end = curve.length - 1;
  box.innerHTML = `<svg viewBox="0 0 400 150" role="img" aria-label="Your rating from ${curve[0]} to ${curve[end]}">${lines}<path class="area" d="M44 140L${points}L390 140z"/><path class="lin" d="M${points}"/><circle class="dot" cx="${x(end)}" cy="${y(curve[end])}" r="4.5"/></svg>`;
  box.hidden = false;
}

for (const link of document.querySelectorAll("a[data-next]")) {
  link.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const id = await nextPuzzle(link.dataset.next).catch(() => null);
    location.assign(id ? `/puzzles/${id}` : link.href);
  });
}
