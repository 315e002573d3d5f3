// Which short lessons are done. It is kept by this browser, and never sent.

const KEY = "lessons";

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // storage is switched off, or holds something else
  }
}

export const isDone = (id) => load().includes(id);

// A lesson is done when its answer was found, with or without hints, or shown: what counts is to have seen it.
export function finish(id) {
  if (isDone(id)) return;
  try { localStorage.setItem(KEY, JSON.stringify([...load(), id])); } catch { /* then it is not remembered */ }
}
