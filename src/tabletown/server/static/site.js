// Every page: the theme switch without a reload (the cookie lets the server draw the next page right from the start,
// localStorage outlives it), the switches for sounds and notifications, and the service worker (sw.js).

import "./people.js";
import "./notifications.js";
import "./sounds.js";

if (window.isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => { /* it is only for no network */ });

const root = document.documentElement;
const forms = document.querySelectorAll("form.theme");

function show(theme) {
  root.classList.remove("light", "dark");
  if (theme !== "system") root.classList.add(theme);
  for (const button of document.querySelectorAll("form.theme button")) {
    button.ariaPressed = String(button.value === theme);
  }
}

function keep(theme) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `theme=${theme}; path=/; max-age=31536000; samesite=lax${secure}`;
  try { localStorage.setItem("theme", theme); } catch { /* storage can be switched off */ }
}

for (const form of forms) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(event.submitter.value);
    keep(event.submitter.value);
  });
}
if (forms.length) {
  let kept = null;
  try { kept = localStorage.getItem("theme"); } catch { /* as above */ }
  if (["system", "light", "dark"].includes(kept) && !document.cookie.includes(`theme=${kept}`)) {
    show(kept);
    keep(kept);
  }
}
