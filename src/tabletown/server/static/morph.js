// Turn one piece of page into another and touch nothing that is the same in both: focus, scrolled lists and opened
// details stay as they are. Pieces are known by data-piece, other elements by id, the rest by their place.

const nameOf = (node) => node.dataset?.piece || node.id || "";
const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && nameOf(a) === nameOf(b);

// Make the children of `old` what those of `fresh` are. `counted(element, from, to, text)` hears of numbers that changed.
export function morph(old, fresh, counted = () => {}) {
  const named = new Map();
  for (const child of old.children) if (nameOf(child)) named.set(nameOf(child), child);
  const staying = new Set([...fresh.children].map(nameOf));
  let here = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const match = named.get(nameOf(wanted));
    if (match && match !== here && alike(match, wanted)) {
      // an element that is moved loses the focus inside it: rather let go of what stands before it and is gone anyway
      while (here && here !== match && !(nameOf(here) && staying.has(nameOf(here)))) here = removed(here);
      if (here !== match) old.insertBefore(match, here);
      here = match;
    }
    if (here && alike(here, wanted)) {
      const next = here.nextSibling;
      update(here, wanted, counted);
      here = next;
    } else {
      old.insertBefore(wanted, here);
    }
  }
  while (here) here = removed(here);
}

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

function update(old, fresh, counted) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
  const [from, to] = [old.textContent, fresh.textContent].map((text) => Number(text.replace("\u2212", "-")));
  if (old.nodeName === "B" && !fresh.children.length && Number.isInteger(from) && Number.isInteger(to)) {
    old.textContent = fresh.textContent;
    if (from !== to) counted(old, from, to, fresh.textContent);
  } else {
    morph(old, fresh, counted);
  }
}
