// Keys (WebAuthn), and the buttons of a ticket. A form with data-key="make" or "use" asks the server at data-ask what the
// browser is to answer, lets it answer, and is sent with that. Without keys or scripts, ticket and code are plain forms.

const able = "PublicKeyCredential" in window && window.isSecureContext;

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

function wanted(options) {
  const listed = (keys) => keys?.map((key) => ({ ...key, id: bytes(key.id) }));
  const asked = { ...options, challenge: bytes(options.challenge) };
  if (options.user) asked.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials) asked.excludeCredentials = listed(options.excludeCredentials);
  if (options.allowCredentials) asked.allowCredentials = listed(options.allowCredentials);
  return { publicKey: asked };
}

function told(key) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (key.response[part]) response[part] = text(key.response[part]);
  }
  return JSON.stringify({ id: key.id, rawId: text(key.rawId), type: key.type, response, clientExtensionResults: {} });
}

async function answer(form) {
  const asked = await fetch(form.dataset.ask, { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } });
  const options = await asked.json();
  if (!asked.ok) throw new Error(options.message);
  try {
    const key = form.dataset.key === "make"
      ? await navigator.credentials.create(wanted(options))
      : await navigator.credentials.get(wanted(options));
    return told(key);
  } catch (error) {
    if (error.name === "InvalidStateError") throw new Error("This device has a key already. It works as it is.");
    throw new Error(form.dataset.key === "make"
      ? "This device did not make a key. Try again, or go on with the ticket."
      : "No key answered. Try again, or use your ticket or a code of another device.");
  }
}

for (const form of document.querySelectorAll("form[data-key]")) {
  if (!able) continue;
  const around = form.parentElement;
  const problem = around.querySelector("[data-key-problem]");
  form.hidden = false;
  around.querySelector("[data-no-key]").hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    problem.hidden = true;
    try {
      form.elements.credential.value = await answer(form);
      form.submit();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      button.disabled = false;
    }
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

for (const button of document.querySelectorAll("[data-copy-text]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copyText);
    button.querySelector("span").textContent = "Copied";
    document.querySelector("[data-said]").textContent = "Copied";
  });
}
