// Every name opens the same small sheet over the page. Without this script, or if it cannot be fetched, the link of the
// name leads to the same sheet as a page of its own.

const HEADERS = { Accept: "text/x-fragment" };
let dialog = null;
let changed = false; // something that this page shows, such as remarks

function build() {
  dialog = document.createElement("dialog");
  dialog.className = "person-dialog";
  dialog.innerHTML = '<form class="close" method="dialog"><button aria-label="Close">×</button></form><div></div>';
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { if (changed) location.reload(); });
  dialog.addEventListener("submit", send);
  document.body.append(dialog);
}

function fill(html) {
  dialog.lastElementChild.innerHTML = html;
  dialog.setAttribute("aria-labelledby", "h-person");
}

async function send(event) {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return; // a challenge leads to its table
  event.preventDefault();
  if (form.ariaBusy === "true") return;
  form.ariaBusy = "true";
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", headers: HEADERS, body });
    const html = await answer.text();
    if (!html.includes('class="person"')) throw new Error(`status ${answer.status}`);
    if (answer.ok && (form.matches("[data-reload]") || document.querySelector("[data-friends]"))) changed = true;
    fill(html);
    dialog.querySelector("[role=status], [role=alert]")?.scrollIntoView({ block: "nearest" });
  } catch {
    form.ariaBusy = "false";
    form.removeAttribute("data-quiet");
    form.requestSubmit(event.submitter); // as without this script
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-person]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { headers: HEADERS });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const html = await answer.text();
    if (!dialog) build();
    changed = false;
    fill(html);
    if (!dialog.open) dialog.showModal();
  } catch {
    location.href = link.href;
  }
});
