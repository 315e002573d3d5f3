// Parts of a table carry a mark of what they hold (data-is). The server is told which marks are shown, and sends an
// empty element (data-same) instead of a part that is still the same, and no drawing that is there.

// The headers of a request for a view of `root`.
export const shownParts = (root) => ({ "X-Shown": [...root.querySelectorAll("[data-is]")].map((part) => part.dataset.is).join(" ") });

// Put what `root` shows in place of the empty elements of `fresh`, and add the drawings that it has; false if it does
// not show one of the parts any more.
export function fill(fresh, root) {
  keepDrawings(fresh.querySelector("#drawings"), root.querySelector("#drawings"));
  const shown = new Map([...root.querySelectorAll("[data-is]")].map((part) => [part.dataset.is, part]));
  return [...fresh.querySelectorAll("[data-same]")].every((gap) => {
    const same = shown.get(gap.dataset.same);
    if (same) gap.replaceWith(...wholePart(same));
    return same;
  });
}

// A copy of a part. That of the log is a heading with the lines below it.
function wholePart(first) {
  const elements = [first];
  let next = first.matches("li") && first.nextElementSibling;
  for (; next && !next.matches("[data-is]"); next = next.nextElementSibling) elements.push(next);
  return elements.map((element) => element.cloneNode(true));
}

// Drawings never change while a page is open, and cost nothing where they are not used. So none is ever removed, and no
// answer can rely on one that is gone.
function keepDrawings(sent, had) {
  const all = had.cloneNode(true);
  const there = new Map([...all.firstElementChild.children].map((drawing) => [drawing.id, drawing]));
  for (const drawing of [...sent.firstElementChild.children]) {
    there.get(drawing.id)?.remove(); // that of an older release
    all.firstElementChild.append(drawing);
  }
  sent.replaceWith(all);
}
