const LONGEST_WAIT_MS = 15_000;
const OLDEST_MS = 60_000;

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
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  const fill = (name: string, value: number) => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) {
      field.value = String(value);
    }
  };
  form.addEventListener("submit", (submission) => {
    submission.preventDefault();
    if (button !== null) {
      button.disabled = true;
    }
    if (note !== null) {
      note.textContent = "Finding out where you are…";
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        fill("latitude", coords.latitude);
        fill("longitude", coords.longitude);
        form.submit();
      },
      () => {
        form.submit();
      },
      { enableHighAccuracy: true, timeout: LONGEST_WAIT_MS, maximumAge: OLDEST_MS },
    );
  });
  // A page that comes back from the browser's memory must be usable again.
  window.addEventListener("pageshow", () => {
    if (button !== null) {
      button.disabled = false;
    }
  });
}
