// A part of a page, fetched anew, and the change to it, which glides unless the reader wants it still.

const still = matchMedia("(prefers-reduced-motion: reduce)");

export async function fragment(address, signal) {
  const got = await fetch(address, { signal });
  if (!got.ok) throw new Error(`status ${got.status}`);
  const fresh = document.createElement("template");
  fresh.innerHTML = await got.text();
  return fresh.content;
}

export async function glide(change) {
  if (still.matches || document.hidden || !document.startViewTransition) return change();
  const gliding = document.startViewTransition(change);
  gliding.ready.catch(() => {});
  return gliding.updateCallbackDone;
}
