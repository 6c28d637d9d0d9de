const HOLD_MS = 1500;
const CONFIRM_MS = 10_000;
const RENEWAL_MS = 30_000;

/** Shows the running time of day, which a screenshot of the ticket does not have. */
function showClock(clock: HTMLElement): void {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium" });
  const draw = () => {
    clock.textContent = format.format(new Date());
    setTimeout(draw, 1000 - (Date.now() % 1000));
  };
  clock.setAttribute("aria-label", clock.dataset["label"] ?? "");
  draw();
}

/**
 * Redeems when its button is held, by touch, mouse, Space or Enter, so that a touch in a pocket does nothing. People
 * who cannot hold it, for example with a screen reader, press it twice. `submit` resolves if it can be held again.
 */
export function holdToSend(
  form: HTMLFormElement,
  button: HTMLButtonElement,
  submit: () => Promise<void> | void = () => form.requestSubmit(),
): void {
  const hint = form.querySelector<HTMLElement>(".hold-hint");
  let timer: number | undefined;
  let isHeld = false;
  let isSent = false;
  let pressedAt = -Infinity;
  const say = (text = "") => {
    if (hint !== null) {
      hint.textContent = text;
    }
  };
  const send = () => {
    isSent = true;
    button.classList.remove("is-held");
    const sending = submit();
    // A second tap sends nothing, and the server would accept only one in any case.
    setTimeout(() => (button.disabled = isSent));
    void sending?.then(() => {
      isSent = isHeld = button.disabled = false;
    });
  };
  const begin = () => {
    if (timer === undefined && !isSent) {
      isHeld = true;
      button.classList.add("is-held");
      say(button.dataset["holding"]);
      timer = window.setTimeout(send, HOLD_MS);
    }
  };
  const stop = () => {
    clearTimeout(timer);
    if (timer !== undefined && !isSent) {
      say(button.dataset["hold"]);
    }
    timer = undefined;
    button.classList.remove("is-held");
  };
  button.textContent = button.dataset["hold"] ?? "";
  button.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && event.button === 0) {
      begin();
    }
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) {
    button.addEventListener(kind, stop);
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      begin();
    }
  });
  button.addEventListener("click", (event) => {
    event.preventDefault();
    if (isSent) {
      return;
    }
    if (isHeld) {
      // The press ended too early.
      isHeld = false;
    } else if (event.timeStamp - pressedAt < CONFIRM_MS) {
      send();
    } else {
      pressedAt = event.timeStamp;
      say(button.dataset["again"]);
    }
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) {
      // It may have been redeemed since; the server knows.
      location.reload();
    }
  });
}

/** Replaces the picture of a card's changing code before the code expires. */
function renewCode(picture: HTMLImageElement): void {
  const renew = () => {
    picture.src = picture.src.replace(/\?.*$/, `?${Date.now()}`);
    setTimeout(renew, RENEWAL_MS);
  };
  setTimeout(renew, Number(picture.dataset["seconds"]) * 1000);
}

/** Enhances a ticket that is redeemed on the spot. */
export function enhanceTicket(): void {
  const picture = document.querySelector<HTMLImageElement>("img[data-seconds]");
  if (picture !== null) {
    renewCode(picture);
  }
  const clock = document.querySelector<HTMLElement>("[data-clock]");
  if (clock !== null) {
    showClock(clock);
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-hold]")) {
    if (button.form !== null) {
      holdToSend(button.form, button);
    }
  }
}
