// What a piece says of itself (its bubble) is shown in one box above everything else: it keeps inside the window, clear
// of the bar and the ribbon, and no area that scrolls cuts it off. Without scripts the bubbles stand beside their pieces.

const GAP = 8; // px between the box, its piece and the edges
const HOLD = 450; // ms after which a press is a long one
let of = null; // the piece that the box speaks of

const box = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
box.setAttribute("aria-hidden", "true"); // pieces have their words as labels

export function tips(root) {
  document.body.append(box);
  document.documentElement.classList.add("has-tips");
  // a mouse only: a finger has no way to go on hovering, and would leave the box standing
  root.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") show(pieceAt(event.target)); });
  root.addEventListener("pointerout", (event) => { if (event.pointerType === "mouse" && !root.contains(event.relatedTarget)) hide(); });
  root.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) show(pieceAt(event.target)); });
  root.addEventListener("focusout", hide);
  addEventListener("scroll", hide, { capture: true, passive: true });
  addEventListener("resize", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  root.addEventListener("pointerdown", (event) => press(root, event));
  root.addEventListener("contextmenu", (event) => { if (!box.hidden && of?.classList.contains("is-open")) event.preventDefault(); });
}

// A long press on any piece, and a tap on one that is no move, shows what a mouse shows by hovering. Neither is a click.
function press(root, event) {
  hide();
  const piece = event.pointerType === "touch" && pieceAt(event.target);
  if (!piece) return;
  const open = () => { show(piece); piece.classList.add("is-open"); };
  const timer = setTimeout(() => {
    open();
    root.addEventListener("click", (click) => { click.preventDefault(); click.stopPropagation(); }, { capture: true, once: true });
  }, HOLD);
  const end = (lifted) => {
    clearTimeout(timer);
    if (lifted.type === "pointerup" && !piece.matches("button, .is-choice") && box.hidden) open();
    for (const type of ["pointerup", "pointercancel"]) document.removeEventListener(type, end);
  };
  for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, end);
}

const pieceAt = (target) => {
  const piece = target.closest?.(".piece");
  return piece?.querySelector(":scope > .bubble") ? piece : piece?.parentElement?.closest(".piece:has(> .bubble)") ?? null;
};

export function hide() {
  of?.classList.remove("is-open");
  of = null;
  box.hidden = true;
}

function show(piece) {
  if (piece === of) return;
  hide();
  if (!piece) return;
  of = piece;
  box.replaceChildren(...[...piece.querySelector(":scope > .bubble").childNodes].map((node) => node.cloneNode(true)));
  box.hidden = false;
  const at = piece.getBoundingClientRect();
  const close = box.querySelector(".close"); // of no use where the piece itself is as large
  if (close && at.width >= close.getBoundingClientRect().width) close.remove();
  if (box.childElementCount) place(at);
  else hide();
}

// Beside the piece where there is room: above, below, right, left; or there, moved off the ribbon. Else where least of
// the piece is covered.
function place(piece) {
  const { width, height } = box.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".bar, .prompt")].map((bar) => bar.getBoundingClientRect());
  const top = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
  const centre = { x: piece.left + (piece.width - width) / 2, y: piece.top + (piece.height - height) / 2 };
  const beside = [
    { x: centre.x, y: piece.top - height - GAP },
    { x: centre.x, y: piece.bottom + GAP },
    { x: piece.right + GAP, y: centre.y },
    { x: piece.left - width - GAP, y: centre.y },
  ];
  const off = bars.slice(1).flatMap((ribbon) => beside.flatMap(({ x }) => [{ x, y: ribbon.top - height - GAP }, { x, y: ribbon.bottom + GAP }]));
  const places = [...beside, ...off].map(({ x, y }) => ({ x: clamp(x, innerWidth - width), y: clamp(y, innerHeight - height, top) }));
  const cost = ({ x, y }) => {
    const at = { left: x, top: y, right: x + width, bottom: y + height };
    return bars.reduce((sum, bar) => sum + 10 * shared(at, bar), shared(at, piece));
  };
  const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  box.style.translate = `${Math.round(best.x)}px ${Math.round(best.y)}px`;
}

const clamp = (value, most, least = 0) => Math.max(least + GAP, Math.min(value, most - GAP));
const shared = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
