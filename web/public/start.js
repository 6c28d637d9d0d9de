// The page stands already. The app comes when somebody begins to use it, or is logged in.
const app = document.querySelector("script[data-app]").dataset.app;
const signs = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];
let pressed = "";
let isComing = false;

/** What of the page has the focus: as its screen's own field has it, once that is there. */
let focused = null;

const nameOf = (button) => button.getAttribute("aria-label") || button.textContent.trim();

/** A press before the app was there is done once it is. */
function press(event) {
  const button = event.target.closest("#root button");
  if (button !== null) {
    pressed = nameOf(button);
  }
}

/** Gives the app's field what was typed into the one that stood in its place. */
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
  // Not a style: those are taken over into the head by the app.
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
