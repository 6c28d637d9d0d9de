const LONGEST_WAIT_MS = 15_000;
const OLDEST_MS = 60_000;
/** The page never learns of a permission prompt that nobody answers or that is dismissed. */
const TIMEOUT_MS = 30_000;

const SENT = ["latitude", "longitude", "accuracy"] as const;

/**
 * Enhances the form of a locked page whose promo codes may work at one place only: the location of the device is sent
 * with it. If the location is refused or unknown, the form is sent without it, and the server explains why the page
 * stays locked.
 */
export function enhanceLocation(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-needs-location]");
  if (form === null || !("geolocation" in navigator)) {
    return;
  }
  const note = form.querySelector("[data-location-note]");
  const before = note?.textContent ?? "";
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const say = (text: string) => {
    if (note !== null) {
      note.textContent = text;
    }
  };
  const fill = (coords: Partial<GeolocationCoordinates>) => {
    for (const name of SENT) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) {
        field.value = String(coords[name] ?? "");
      }
    }
  };
  let attempt = 0;
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    attempt += 1;
    const mine = attempt;
    const go = (coords: Partial<GeolocationCoordinates>) => {
      // A visitor who returned in the meantime has a fresh form and presses again.
      if (mine === attempt) {
        attempt += 1;
        fill(coords);
        form.submit();
      }
    };
    if (button !== null) {
      button.disabled = true;
    }
    say(note?.getAttribute("data-locating") ?? "");
    const leave = () => {
      go({});
    };
    setTimeout(leave, TIMEOUT_MS);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        go(coords);
      },
      leave,
      { enableHighAccuracy: true, timeout: LONGEST_WAIT_MS, maximumAge: OLDEST_MS },
    );
  });
  // A page restored from the back-forward cache must be usable again, and must not send an old position.
  const begin = () => {
    attempt += 1;
    fill({});
    say(before);
    if (button !== null) {
      button.disabled = false;
    }
  };
  begin();
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) {
      begin();
    }
  });
}
