// Talk at a table without a reload. It goes its own way beside the moves: neither waits for the other, and what somebody
// is typing stays until the server has it.

import { persist } from "./persist.js";

const main = document.querySelector("main[data-table]");
let sending = false;

main.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "say") return;
  event.preventDefault();
  const field = form.elements.text;
  const said = field.value;
  if (sending || !said.trim()) return;
  sending = true;
  complain("");
  const body = new URLSearchParams(new FormData(form));
  try {
    const answer = await persist(() => fetch(form.action, { method: "POST", body, headers: { Accept: "text/x-fragment" } }));
    if (answer.status === 204) {
      if (field.value === said) field.value = "";
      main.dispatchEvent(new CustomEvent("heard", { detail: Number(answer.headers.get("X-Table-Version")) }));
    } else {
      complain(answer.headers.get("Content-Type")?.startsWith("text/plain") ? await answer.text() : "That did not work.");
    }
  } catch {
    complain("There is no connection to the table, so nothing was said. Try again.");
  } finally {
    sending = false;
  }
});

function complain(text) {
  document.getElementById("say-error").textContent = text;
}
