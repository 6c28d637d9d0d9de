const HOLD_MS = 1500;
const CONFIRM_MS = 10_000;
const RENEWAL_MS = 30_000;
const RETRY_MS = 2000;
/** A code is replaced a second late, so that the server has begun the next one. */
const MARGIN_MS = 1000;
const TIMEOUT_MS = 8000;

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

/** Loads a new picture like the given one; rejects without a response, so that a slow network counts as none. */
function loaded(picture: HTMLImageElement): Promise<HTMLImageElement> {
  const next = picture.cloneNode() as HTMLImageElement;
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("no picture"));
    next.addEventListener("load", () => resolve(next));
    next.addEventListener("error", fail);
    setTimeout(fail, TIMEOUT_MS);
    next.src = picture.src.replace(/\?.*$/, `?${Date.now()}`);
  });
}

/**
 * Replaces the picture of a card's changing code when the next one begins. Without a network the old one stays for as
 * long as it is valid, which is until the next one ends; after that it is hidden.
 */
function renewCode(picture: HTMLImageElement): void {
  const note = picture.parentElement?.querySelector<HTMLElement>("[data-code-note]");
  const firstEnd = Date.now() + Number(picture.dataset["seconds"]) * 1000;
  const endAfter = (time: number) => firstEnd + (Math.floor((time - firstEnd) / RENEWAL_MS) + 1) * RENEWAL_MS;
  let shown = picture;
  let end = firstEnd;
  const renew = async () => {
    const askedAt = Date.now();
    const next = await loaded(shown).catch(() => null);
    if (next !== null) {
      next.style.visibility = "";
      shown.replaceWith(next);
      shown = next;
      end = endAfter(askedAt);
    } else if (Date.now() >= end + RENEWAL_MS - MARGIN_MS) {
      shown.style.visibility = "hidden";
    }
    note?.replaceChildren(next === null ? (note.dataset["codeNote"] ?? "") : "");
    setTimeout(() => void renew(), next === null ? RETRY_MS : end - Date.now());
  };
  setTimeout(() => void renew(), firstEnd - Date.now());
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
