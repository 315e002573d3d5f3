// Buttons that copy the field they name in data-copy; `say` tells those who cannot see that the button has changed.

export function copies(within, say) {
  within.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // without https there is no clipboard but this one
    }
    button.textContent = "Copied";
    say("Copied");
  });
}
