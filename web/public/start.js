// The page stands already. The app comes when somebody begins to use it, or is logged in.
const app = document.querySelector("script[data-app]").dataset.app;
const signs = ["pointerdown", "pointerover", "touchstart", "keydown", "focusin"];
let pressed = "";
let isComing = false;

const nameOf = (button) => button.getAttribute("aria-label") || button.textContent.trim();

/** A press before the app was there is done once it is. */
function press(event) {
  const button = event.target.closest("#root button");
  if (button !== null) {
    pressed = nameOf(button);
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
    const again = [...root.querySelectorAll("button")].find((button) => nameOf(button) === pressed);
    if (pressed === "" || again !== undefined) {
      observer.disconnect();
      again?.click();
    }
  }).observe(root, { childList: true, subtree: true });
  void import(app);
}

function isLoggedIn() {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("@@auth0spajs@@"));
  } catch {
    return false;
  }
}

document.addEventListener("click", press);
for (const sign of signs) {
  addEventListener(sign, bring, { once: true, passive: true });
}
if (isLoggedIn() || location.search !== "") {
  bring();
}
