// A move that is put together on the page: what is chosen told in words, and why it cannot be sent yet. There are no rules
// here: the fields, their limits and all sentences come from the server, and nothing is sent before the button is pressed.

const listing = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
const sheet = (root) => root.querySelector(".composer");
const formOf = (root) => root.querySelector("form#compose");
let shown = ""; // the id of the sheet: another one begins as the server wants it

export function composing(root) {
  root.addEventListener("input", (event) => { if (event.target.form?.id === "compose") { partnerOf(root, event.target); recompose(root); } });
  root.addEventListener("toggle", () => recompose(root), { capture: true });
  root.addEventListener("reset", () => setTimeout(() => recompose(root)));
  root.addEventListener("click", (event) => {
    const step = event.target.closest(".step-by");
    if (step) stepBy(root, step);
    const button = event.target.closest("button[name=move]");
    if (button && leadsToSheet(root, button)) event.preventDefault();
  });
}

// The buttons that begin a composition ply by ply, for pages without scripts, open its sheet or choose there instead.
function leadsToSheet(root, button) {
  const composer = sheet(root);
  if (!composer) return false;
  const alternative = root.querySelector(`.alternatives input[value="${CSS.escape(button.value)}"]`);
  const opens = composer.dataset.openedBy === button.value;
  const first = formOf(root).elements["part-0"]?.value === button.value && !opens;
  if (!alternative && !opens && !first) return false;
  if (alternative) alternative.checked = true;
  composer.open = true;
  recompose(root);
  composer.scrollIntoView({ block: "nearest" });
  (alternative ?? composer.querySelector("input:not([type=hidden])"))?.focus({ preventScroll: true });
  return true;
}

// To ask for the deed of a known owner is to speak to that owner.
function partnerOf(root, input) {
  const owner = input.checked && input.closest("[data-owner]")?.dataset.owner;
  const alternatives = [...root.querySelectorAll(".alternatives input")];
  if (!owner || alternatives.some((one) => one.checked)) return;
  const partner = alternatives.find((one) => one.closest(`.to-${owner}`));
  if (partner) partner.checked = true;
}

function stepBy(root, step) {
  const field = root.querySelector(`#${step.dataset.for}`);
  const wanted = Number(field.value) + Number(step.dataset.by);
  field.value = Math.max(Number(field.min), Math.min(Number(field.max), wanted));
  recompose(root);
}

// Show what is chosen, wherever it is shown. Called whenever a field or the page has changed.
export function recompose(root) {
  const composer = sheet(root);
  const form = formOf(root);
  if (!composer || !form) { shown = ""; return; }
  if (shown && shown !== composer.id) form.reset(); // what was chosen for the last one
  shown = composer.id;
  const fields = [...form.elements].filter((field) => field.dataset.side && field.isConnected);
  const parts = fields.filter((field) => (field.type === "number" ? Number(field.value) : field.checked));
  const bySide = Object.groupBy(fields.some((field) => field.required) ? fields : parts, (field) => field.dataset.side);
  const words = (side) => listing((bySide[side] ?? []).map((field) => field.dataset.words.replace("#", Number(field.value))));
  tell(root, composer, fields, parts, words);
  for (const side of composer.querySelectorAll(".offer-side")) tray(side, parts.filter((field) => field.dataset.side === side.dataset.side && field.type !== "number"));
  for (const label of root.querySelectorAll("label.is-choice")) label.classList.toggle("is-on", Boolean(label.control?.checked));
  const why = reason(composer, form, fields, bySide);
  root.querySelector("#compose-why").textContent = why;
  const send = root.querySelector("button.send");
  send.disabled = Boolean(why);
  root.querySelector("button.clear").disabled = !parts.length && !root.querySelector(".alternatives input:checked");
  point(root, composer, form, send);
}

function tell(root, composer, fields, parts, words) {
  const summary = root.querySelector("[data-summary]");
  summary.dataset.asked ??= summary.textContent;
  const sum = fields.filter((field) => field.type === "number").reduce((total, field) => total + Number(field.value), 0);
  const rest = Math.max(0, Number(composer.dataset.most) - sum);
  const told = composer.dataset.sentence.replace(/\{(\w+)\}/g, (_, side) => (side === "rest" ? rest : words(side) || "nothing yet"));
  const text = composer.open && (parts.length || composer.dataset.most) ? told : summary.dataset.asked;
  if (summary.textContent !== text) summary.textContent = text;
}

// Why it cannot be sent yet, in words; empty if it can.
function reason(composer, form, fields, bySide) {
  const wrong = fields.find((field) => !field.validity.valid);
  const sum = fields.filter((field) => field.type === "number").reduce((total, field) => total + Number(field.value), 0);
  if ("most" in composer.dataset && sum > Number(composer.dataset.most)) return composer.dataset.tooMuch;
  if (wrong) return wrong.validity.badInput || wrong.validity.valueMissing ? "Type a whole number" : `${wrong.labels[0]?.textContent ?? ""}: ${wrong.min} to ${wrong.max}`;
  const sides = [...composer.querySelectorAll(".offer-side")].filter((side) => side.dataset.missing && !bySide[side.dataset.side]);
  if (sides.length) return sides[0].dataset.missing;
  const alternatives = [...composer.querySelectorAll(".alternatives input")];
  return alternatives.length && !alternatives.some((one) => one.checked) ? composer.dataset.missing : "";
}

// What is chosen on one side, as names that take it out again.
function tray(side, fields) {
  const chips = fields.map((field) => {
    const chip = Object.assign(document.createElement("label"), { className: "chosen", htmlFor: field.id, textContent: field.dataset.words });
    chip.title = `Take out ${field.dataset.words}`;
    return chip;
  });
  const box = side.querySelector(".tray");
  if (!box) return;
  box.querySelectorAll(".chosen").forEach((chip) => chip.remove());
  box.append(...chips);
}

// In a lesson: what is to be chosen next, and in the end the button.
function point(root, composer, form, send) {
  if (!composer.dataset.wanted || !composer.open) return;
  const moves = composer.dataset.wanted.split(";").map((move) => move.trim());
  const wanted = [...form.elements].find((field) => ["checkbox", "radio"].includes(field.type) && !field.checked && field.value.split(";").every((move) => moves.includes(move.trim())));
  const there = wanted?.closest(".piece, .pill") ?? send;
  const old = root.querySelector("#wanted");
  if (old === there) return;
  old?.removeAttribute("id");
  old?.removeAttribute("aria-current");
  there.id = "wanted";
  there.setAttribute("aria-current", "step");
}
