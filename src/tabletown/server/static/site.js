// Every page: the theme switch without a reload (the cookie lets the server draw the next page right from the start,
// localStorage outlives it).

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
