// Notifications of the browser: they say that it is the reader's turn, or that a table is laid, while the page is open
// somewhere out of sight. They are off until a button is pressed and the browser has been allowed; the choice is remembered in this browser.

const KEY = "notify";
const switches = document.querySelectorAll("[data-notify]");
const isPossible = "Notification" in window && window.isSecureContext;

export function wanted() {
  if (!isPossible || Notification.permission !== "granted") return false;
  try { return localStorage.getItem(KEY) === "on"; } catch { return false; }
}

// Say something to the reader of a page. One notification per page: a new one replaces the one before.
export async function tell(words, body, path) {
  if (!wanted()) return;
  const how = { body, tag: path, icon: "/icons/app-192.png", data: { path } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(words, how); // phones allow no other way
    return;
  }
  const shown = new Notification(words, how);
  shown.onclick = () => { window.focus(); shown.close(); };
}

// The reader has looked: what was said is no news any more.
export async function takeBack(path) {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const each of await worker?.getNotifications?.({ tag: path }) ?? []) each.close();
}

function show() {
  for (const each of switches) each.ariaPressed = String(wanted());
}

async function change(each) {
  const turnsOn = !wanted();
  if (turnsOn && await Notification.requestPermission() !== "granted") {
    each.title = "The browser does not allow notifications of this site: its settings say why.";
    show();
    return;
  }
  try { localStorage.setItem(KEY, turnsOn ? "on" : "off"); } catch { /* storage can be switched off */ }
  show();
}

if (isPossible) {
  for (const each of switches) {
    each.hidden = false;
    each.addEventListener("click", () => change(each));
  }
  show();
  addEventListener("storage", show); // switched in another tab
}
