// The days in a row as a house: a window a day, a floor a week, and a roof garden after four full floors.

import { daysInARow, weeks } from "./puzzle_progress.js";

const FLOORS = ["sand", "rose", "sage", "slate"];
const DAYS = [..."MTWTFSS"];

export const inWords = (days) => `${days} ${days === 1 ? "day" : "days"} in a row`;

export function drawHouse(figure, progress) {
  const floors = weeks(progress, Number(figure.dataset.house));
  const full = floors.length === 4 && floors.flat().every((day) => day.startsWith("lit"));
  const low = 26 + 34 * floors.length;
  const rows = floors.map((week, floor) => {
    const y = 26 + 34 * floor;
    const windows = week.map((day, place) => {
      const x = 14 + 28 * place;
      const bars = day.startsWith("lit") || day === "dark" ? `<path class="o" d="M${x + 10} ${y + 5}v20M${x} ${y + 13}h20"/>` : "";
      const mark = day === "open" ? `<text x="${x + 10}" y="${y + 20}" text-anchor="middle">?</text>` : "";
      const ring = day === "lit now" ? `<rect class="ring" x="${x - 3}" y="${y + 2}" width="26" height="26" rx="2"/>` : "";
      return `<rect class="${day.split(" ")[0]}" x="${x}" y="${y + 5}" width="20" height="20" rx="1"/>${bars}${mark}${ring}`;
    });
    return `<path class="${FLOORS[floor % 4]}" d="M8 ${y}h200v34H8z"/>${windows.join("")}`;
  });
  const garden = full ? '<path class="moss" d="M30 6c4-9 12-9 14 0zM120 6c5-11 15-11 18 0zM76 6c3-6 9-6 11 0z"/>' : "";
  const letters = DAYS.map((day, place) => `<text class="day" x="${24 + 28 * place}" y="${low + 16}" text-anchor="middle">${day}</text>`).join("");
  const days = daysInARow(progress);
  figure.innerHTML = `<svg viewBox="0 -4 216 ${low + 26}" role="img" aria-label="${inWords(days)}"><path class="brick" d="M2 26 20 6h176l18 20z"/><path class="rose" d="M158 6V1h12v5z"/>${garden}${rows.join("")}${letters}</svg><figcaption aria-hidden="true"><b>${days} ${days === 1 ? "day" : "days"}</b> in a row</figcaption>`;
  figure.hidden = false;
}
