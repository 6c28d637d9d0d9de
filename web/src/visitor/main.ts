import "./styles.css";

type PageEvent =
  | { action: "view" }
  | { action: "click"; block_id: string; target: string }
  | { action: "duration"; duration_ms: number };

const CONSENT_COOKIE = "wp_consent";
const YEAR_SECONDS = 365 * 24 * 3600;
const SHORTEST_STAY_MS = 1000;
const LONGEST_STAY_MS = 86_400_000;

const codeId = document.body.dataset["codeId"];

function send(event: PageEvent): void {
  const batch = { events: [{ ...event, code_id: codeId, occurred_at: new Date().toISOString() }] };
  const body = new Blob([JSON.stringify(batch)], { type: "application/json" });
  if (!navigator.sendBeacon("/v1/collect", body)) {
    void fetch("/v1/collect", { method: "POST", body, keepalive: true }).catch(() => undefined);
  }
}

function countClicks(): void {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest("a[data-block]") : null;
    if (link instanceof HTMLAnchorElement) {
      send({ action: "click", block_id: link.dataset["block"] ?? "", target: link.href });
    }
  });
}

/** Time in view, told once, when the page is left or hidden for the first time. */
function countStay(): void {
  const begun = performance.now();
  const tell = () => {
    if (document.visibilityState !== "hidden") {
      return;
    }
    document.removeEventListener("visibilitychange", tell);
    const stayed = Math.round(performance.now() - begun);
    if (stayed >= SHORTEST_STAY_MS) {
      send({ action: "duration", duration_ms: Math.min(stayed, LONGEST_STAY_MS) });
    }
  };
  document.addEventListener("visibilitychange", tell);
}

function hasRefused(): boolean {
  return document.cookie.split("; ").includes(`${CONSENT_COOKIE}=refused`);
}

function keepChoice(refused: boolean): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = refused ? YEAR_SECONDS : 0;
  document.cookie = `${CONSENT_COOKIE}=refused; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
}

/** A returning visitor is recognised by a cookie unless they say no; here they can say so. */
function offerChoice(place: Element): void {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) {
    return;
  }
  const note = document.createElement("p");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "choice";
  note.setAttribute("role", "status");
  const draw = () => {
    const refused = hasRefused();
    note.textContent = refused ? "This browser is not remembered. " : "";
    button.textContent = refused ? "Allow it" : "Don’t remember this browser";
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
  place.append(note);
}

if (codeId !== undefined) {
  send({ action: "view" });
  countClicks();
  countStay();
}
const consent = document.querySelector("[data-consent]");
if (consent !== null) {
  offerChoice(consent);
}
