// The page is prerendered. The app loads when the user starts to interact, or at once if they are logged in
// or the URL has a query.
const app = document.querySelector("script[data-app]").dataset.app;
const signs = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];
let pressed = "";
let isComing = false;

/** The element with the focus. The app's field of the same name receives the focus once it exists. */
let focused = null;

const nameOf = (button) => button.getAttribute("aria-label") || button.textContent.trim();

/** Remembers a button that was pressed before the app loaded, so that it is clicked once the app is there. */
function press(event) {
  const button = event.target.closest("#root button");
  if (button !== null) {
    pressed = nameOf(button);
  }
}

/** Copies a value that was typed into a prerendered field to the app's field that replaces it. */
function takeOver(field, old) {
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, "value").set.call(field, old.value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (old === focused) {
    field.focus();
  }
}

function bring() {
  if (isComing) {
    return;
  }
  isComing = true;
  const root = document.getElementById("root");
  // Not a style element, as the app moves those to the head.
  const old = root.querySelector(":scope > :not(style)");
  new MutationObserver((_, observer) => {
    if (old.isConnected) {
      return;
    }
    document.removeEventListener("click", press);
    const typed = [...old.querySelectorAll("input[name], textarea[name]")].filter(
      (field) => field.value !== field.defaultValue || field === focused,
    );
    const fields = typed.map((field) => root.querySelector(`[name="${field.name}"]`));
    const again = [...root.querySelectorAll("button")].find((button) => nameOf(button) === pressed);
    if (fields.every((field) => field !== null) && (pressed === "" || again !== undefined)) {
      observer.disconnect();
      fields.forEach((field, place) => takeOver(field, typed[place]));
      again?.click();
    }
  }).observe(root, { childList: true, subtree: true });
  void import(app);
}

function isLoggedIn() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("waypost.session."));
  } catch {
    return false;
  }
}

document.addEventListener("click", press);
document.addEventListener("focusin", (event) => {
  focused = event.target;
});
for (const sign of signs) {
  addEventListener(sign, bring, { once: true, passive: true });
}
if (isLoggedIn() || location.search !== "") {
  bring();
}
