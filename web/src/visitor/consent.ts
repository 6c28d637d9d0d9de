const CONSENT_COOKIE = "wp_consent";
const YEAR_SECONDS = 365 * 24 * 3600;

function hasRefused(): boolean {
  return document.cookie.split("; ").includes(`${CONSENT_COOKIE}=refused`);
}

function keepChoice(refused: boolean): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = refused ? YEAR_SECONDS : 0;
  document.cookie = `${CONSENT_COOKIE}=refused; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
}

/** Of pages that were drawn before they said it themselves. */
const ENGLISH = {
  notRemembered: "This browser is not remembered.",
  remember: "Allow it",
  forget: "Don’t remember this browser",
};

/** A returning visitor is recognised by a cookie unless they say no; here they can say so. */
export function offerChoice(place: HTMLElement): void {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) {
    return;
  }
  const words = { ...ENGLISH, ...(JSON.parse(place.dataset["words"] ?? "{}") as Partial<typeof ENGLISH>) };
  const waiting = place.querySelector("[data-choice-place]");
  const note = waiting ?? document.createElement("p");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "choice";
  note.setAttribute("role", "status");
  const draw = () => {
    const refused = hasRefused();
    note.textContent = refused ? `${words.notRemembered} ` : "";
    button.textContent = refused ? words.remember : words.forget;
    note.append(button);
  };
  button.addEventListener("click", () => {
    keepChoice(!hasRefused());
    draw();
    // The server takes its own cookie back when it sees the refusal.
    void fetch("/v1/get-identifier", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    }).catch(() => undefined);
  });
  draw();
  if (waiting === null) {
    place.append(note);
  }
}
