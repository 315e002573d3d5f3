// Large parts of a table carry a mark of what they hold (data-is). The server is told which marks are shown, and sends
// an empty element (data-same) instead of a part that is still the same.

// The headers of a request for a view of `root`.
export const shownParts = (root) => ({ "X-Shown": [...root.querySelectorAll("[data-is]")].map((part) => part.dataset.is).join(" ") });

// Put what `root` shows in place of the empty elements of `fresh`; false if it does not show one of them any more.
export function fill(fresh, root) {
  return [...fresh.querySelectorAll("[data-same]")].every((gap) => {
    const same = root.querySelector(`[data-is="${gap.dataset.same}"]`);
    if (same) gap.replaceWith(same.cloneNode(true));
    return same;
  });
}
