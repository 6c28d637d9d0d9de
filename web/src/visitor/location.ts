const LONGEST_WAIT_MS = 15_000;
const OLDEST_MS = 60_000;
/** A question of the browser that nobody answers, or that is put aside, is never told to the page. */
const TIMEOUT_MS = 30_000;

const SENT = ["latitude", "longitude", "accuracy"] as const;

/**
 * The form of a locked page whose promo codes may work at one place only: the device's own location
 * goes along when it is sent. Refused or unknown, the form is sent without and the server says why
 * the page stays locked.
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
      // A visitor who came back in the meantime has a fresh form and presses again.
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
  // A page that comes back from the browser's memory must be usable again, and where somebody was is no place to be.
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
