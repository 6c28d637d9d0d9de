import { el } from "./dom";
import { ask, type Claim, Refused } from "./protocol";
import type { Stage } from "./stage";

interface Claimed {
  kind: Claim["kind"];
  code: string | null;
  url: string | null;
  claimed_at: string;
}

const PATH = "/v1/game/claim-prize";
const WITH_CONTACT: Claim["kind"][] = ["form", "reward", "points"];

function contactFields(stage: Stage): HTMLElement[] {
  return (["name", "email", "phone"] as const).map((name) =>
    el(
      "label",
      { class: "game-field" },
      el("span", {}, stage.word(`claim_${name}`)),
      el("input", {
        name,
        type: name === "email" ? "email" : name === "phone" ? "tel" : "text",
        autocomplete: name === "phone" ? "tel" : name,
        maxlength: 200,
      }),
    ),
  );
}

function shownClaim(stage: Stage, { code, url, kind, claimed_at }: Claimed): HTMLElement[] {
  if (code) {
    const id = `code-${claimed_at.replace(/\W/g, "")}`;
    const copy = el(
      "button",
      { type: "button", class: "wp-button wp-button-outline" },
      el("span", {}, stage.word("copy")),
    );
    copy.dataset["copy"] = id;
    copy.dataset["done"] = stage.word("copied");
    return [el("p", {}, stage.word("claim_code")), el("p", { class: "game-code", id, dir: "ltr" }, code), copy];
  }
  const text = stage.word(kind === "screen" ? "claimed_screen" : `claimed_${kind}`) || stage.word("claimed");
  const link = url ? [el("p", {}, el("a", { class: "button", href: url }, stage.word(`open_${kind}`)))] : [];
  return [el("p", { class: "game-claimed" }, text), ...link, el("p", { class: "muted" }, stage.moment(claimed_at))];
}

/** A prize that was claimed before, so that nobody hands it out again. What it gives is requested from the server. */
function claimedBefore(stage: Stage, { token, kind }: Claim, claimed_at: string): HTMLElement {
  const shown = el("div", { class: "game-claim" }, ...shownClaim(stage, { kind, claimed_at, code: null, url: null }));
  if (kind !== "screen") {
    void ask<Claimed>(PATH, { token }).then(
      (claimed) => shown.replaceChildren(...shownClaim(stage, claimed)),
      () => undefined,
    );
  }
  return shown;
}

/** The element for claiming a prize: it shows the code, or a form that asks who gets the prize. */
export function claimOf(stage: Stage, claim: Claim): HTMLElement {
  return claim.claimed_at ? claimedBefore(stage, claim, claim.claimed_at) : claimForm(stage, claim);
}

function claimForm(stage: Stage, claim: Claim): HTMLElement {
  const needsContact = WITH_CONTACT.includes(claim.kind);
  const button = el(
    "button",
    { type: "submit", class: "button" },
    stage.word(claim.kind === "code" ? "claim_show" : claim.kind === "screen" ? "claim_here" : "claim_do"),
  );
  const status = el("p", { class: "problem", role: "alert" });
  const form = el(
    "form",
    { class: "game-claim", method: "post", action: `/game/${stage.setup.code_id}/claim` },
    el("input", { type: "hidden", name: "token", value: claim.token }),
    ...(needsContact ? [el("p", {}, stage.word("claim_ask")), ...contactFields(stage)] : []),
    ...(claim.kind === "screen" ? [el("p", {}, stage.word("claim_screen"))] : []),
    button,
    status,
  );
  if (claim.until !== null) {
    form.append(el("p", { class: "muted" }, stage.word("claim_until", { moment: stage.moment(claim.until) })));
  }
  const keep = `/game/${stage.setup.code_id}/claim?token=${encodeURIComponent(claim.token)}`;
  form.append(el("p", { class: "muted" }, el("a", { href: keep }, stage.word("claim_later"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  const send = async () => {
    if (button.disabled) {
      return;
    }
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
    if (needsContact && !fields["email"] && !fields["phone"]) {
      status.textContent = stage.word("claim_contact");
      form.querySelector<HTMLElement>("[name=email]")?.focus();
      return;
    }
    button.disabled = true;
    status.textContent = "";
    try {
      const claimed = await ask<Claimed>(PATH, fields, () => (status.textContent = stage.word("asking_again")));
      const shown = el("div", { class: "game-claim", role: "status", tabindex: -1 }, ...shownClaim(stage, claimed));
      form.replaceWith(shown);
      stage.claimed();
      shown.focus();
    } catch (error) {
      button.disabled = false;
      const code = error instanceof Refused ? (error.problem.code ?? "") : "no_answer";
      const invalid = error instanceof Refused && code === "invalid" ? "claim_contact" : "";
      status.textContent = stage.word(invalid || `refused_${code}`) || stage.word("no_answer");
    }
  };
  return form;
}
