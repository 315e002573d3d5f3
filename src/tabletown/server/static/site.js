// Every page: the theme switch without a reload (the cookie lets the server draw the next page right from the start,
// localStorage outlives it), and lists that can be searched.

const root = document.documentElement;
const form = document.querySelector("form.theme");

function show(theme) {
  root.classList.remove("light", "dark");
  if (theme !== "system") root.classList.add(theme);
  for (const button of form.elements) {
    if (button.name === "theme") button.ariaPressed = String(button.value === theme);
  }
}

function keep(theme) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  try { localStorage.setItem("theme", theme); } catch { /* storage can be switched off */ }
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(event.submitter.value);
    keep(event.submitter.value);
  });
  let kept = null;
  try { kept = localStorage.getItem("theme"); } catch { /* as above */ }
  if (["system", "light", "dark"].includes(kept) && !document.cookie.includes(`theme=${kept}`)) {
    show(kept);
    keep(kept);
  }
}

for (const box of document.querySelectorAll("[data-find]")) {
  const entries = [...document.querySelectorAll(box.dataset.find)].map((entry) => {
    const said = [...entry.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"));
    return { entry, text: `${entry.textContent} ${said.join(" ")}`.toLowerCase() };
  });
  box.hidden = false;
  box.querySelector("input").addEventListener("input", ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/);
    for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word));
    const found = entries.filter(({ entry }) => !entry.hidden).length;
    box.querySelector("[data-found]").textContent = target.value ? `${found} of ${entries.length}` : "";
  });
}
