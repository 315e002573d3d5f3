// The rules beside the table: a sheet that opens at the rule that applies now. Without it the link leads to the page.

let sheet = null;

export async function openRules(link) {
  const { pathname, hash } = new URL(link.href);
  if (!sheet) {
    const answer = await fetch(pathname);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const text = page.querySelector("main");
    if (!answer.ok || !text) {
      location.assign(link.href);
      return;
    }
    sheet = document.createElement("dialog");
    sheet.className = "rules-sheet";
    sheet.setAttribute("aria-label", "Rules");
    const close = document.createElement("button");
    close.className = "btn close";
    close.textContent = "Close";
    close.addEventListener("click", () => sheet.close());
    text.removeAttribute("id");
    sheet.append(close, text);
    sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
    document.body.append(sheet);
  }
  sheet.showModal();
  sheet.querySelectorAll(".is-now").forEach((rule) => rule.classList.remove("is-now"));
  const rule = hash && sheet.querySelector(`#${CSS.escape(hash.slice(1))}`);
  if (rule) {
    rule.classList.add("is-now");
    rule.scrollIntoView({ block: "center" });
  }
}
