/** Saves the choice of the privacy banner without a reload, and removes the banner. */
export function enhancePrivacy(): void {
  const banner = document.querySelector<HTMLElement>("[data-privacy]");
  const form = banner?.querySelector("form");
  const saved = banner?.querySelector<HTMLElement>("[data-saved]");
  if (!form || !saved) {
    return;
  }
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement) || form.dataset["failed"] !== undefined) {
      return;
    }
    event.preventDefault();
    void saveChoice(form, button).then((isSaved) => {
      if (isSaved) {
        form.remove();
        saved.textContent = saved.dataset["saved"] ?? "";
        saved.focus();
      } else {
        // As without JavaScript, the browser shows the server's response.
        form.dataset["failed"] = "";
        form.requestSubmit(button);
      }
    });
  });
}

async function saveChoice(form: HTMLFormElement, button: HTMLButtonElement): Promise<boolean> {
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams({ [button.name]: button.value, by_script: "1" }),
    });
    return answer.status === 204;
  } catch {
    return false;
  }
}
