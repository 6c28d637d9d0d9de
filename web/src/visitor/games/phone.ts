import type { Deadlines, Entry } from "./protocol";
import type { Stage } from "./stage";

interface Verification {
  state?: "sent" | "verified" | "wrong" | "expired";
  phone?: string;
  proof?: string | null;
  code?: string;
  errors?: { code?: string }[];
}

interface Proven {
  typed: string;
  phone: string;
  proof: string;
  /** The time of the last use, in milliseconds since 1970. */
  used: number;
}

const PATH = "/v1/phone_number_verification";
const TIMEOUT_MS = 20_000;
/** Nothing, or six digits of any script, which the server reads with spaces and hyphens between them. */
const PASSCODE = /^((\p{Nd}[\s-]*){6})?$/u;
const UNPROCESSABLE = 422;
/** The time for which an unused number stays on a device, which other people may use too. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Verifies the number of a player with a one-time passcode; later plays in this browser need none. */
export class Phone {
  private readonly input: HTMLInputElement;
  private readonly code: HTMLInputElement;
  private readonly place: HTMLElement;
  private readonly key: string;
  private proven: Proven | undefined;
  private requested = "";

  constructor(
    private readonly stage: Stage,
    form: HTMLFormElement,
  ) {
    this.input = form.querySelector("[name='answers.phone']") as HTMLInputElement;
    this.code = form.querySelector("[name=phone_code]") as HTMLInputElement;
    this.place = this.code.closest(".game-field") as HTMLElement;
    this.key = `wp-game-phone:${stage.setup.code_id}`;
    this.proven = this.read();
    this.input.value ||= this.proven?.typed ?? "";
  }

  /** Whether the number in the field is verified. */
  get isProven(): boolean {
    return this.proven?.typed === this.input.value.trim();
  }

  /** Adds the verified number to the entry. */
  fill(entry: Entry): void {
    if (this.proven) {
      entry.answers = { ...entry.answers, phone: this.proven.phone, phone_proof: this.proven.proof };
    }
  }

  /** The answers that identify the player for the leaderboard; nothing before the number is verified. */
  get answers(): Entry["answers"] {
    return this.proven && { phone: this.proven.phone, phone_proof: this.proven.proof };
  }

  /** Stores the server's proof for this number. */
  keep(proof: string): void {
    if (this.proven) {
      this.proven = { ...this.proven, proof, used: Date.now() };
      this.store();
    }
  }

  /** Deletes a proof that the server no longer accepts. */
  forget(): void {
    this.proven = undefined;
    this.store();
  }

  /** Requests a passcode, or has the typed one checked. Returns whether the number is verified. */
  async confirm(): Promise<boolean> {
    const typed = this.input.value.trim();
    const isAsked = !this.place.hidden && this.requested === typed;
    const code = isAsked ? this.code.value.trim() : "";
    if (!PASSCODE.test(code)) {
      return this.refuse("phone_wrong_code");
    }
    const response = await fetch(PATH, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ phone: typed, code: code || undefined, code_id: this.stage.setup.code_id }),
      signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Verification;
    if (answer.proof) {
      this.proven = { typed, phone: answer.phone ?? typed, proof: answer.proof, used: Date.now() };
      this.place.hidden = true;
      return true;
    }
    if (answer.state === "sent" || answer.code === "code_sent_already") {
      this.requested = typed;
      this.place.hidden = false;
      this.code.value = "";
      return this.refuse("phone_sent");
    }
    if (answer.state) {
      return this.refuse(answer.state === "wrong" ? "phone_wrong_code" : "phone_old_code");
    }
    const problem = `phone_${answer.errors?.[0]?.code ?? answer.code ?? ""}`;
    // Only a refusal says something about the number; a busy or broken server does not.
    const otherwise = response.status === UNPROCESSABLE ? "phone_takes_no_texts" : "no_answer";
    this.stage.say(this.stage.word(problem) || this.stage.word(otherwise));
    this.input.focus();
    return false;
  }

  private refuse(word: string): boolean {
    this.stage.say(this.stage.word(word));
    this.code.focus();
    return false;
  }

  private read(): Proven | undefined {
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? "null") as Proven | null;
      if (kept && Date.now() - kept.used < KEPT_MS) {
        return kept;
      }
      localStorage.removeItem(this.key);
    } catch {
      // This browser has no storage.
    }
    return undefined;
  }

  private store(): void {
    try {
      if (this.proven) {
        localStorage.setItem(this.key, JSON.stringify(this.proven));
      } else {
        localStorage.removeItem(this.key);
      }
    } catch {
      // This browser has no storage.
    }
  }
}
