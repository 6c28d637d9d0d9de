import type { Deadlines } from "./deadlines";
import { inLatin } from "@/blocks/forms/validate";
import type { Submission } from "./outbox";

const TIMEOUT_MS = 20_000;

interface Voice {
  word: (name: string) => string;
  say: (text: string) => void;
  complain: (field: string, text: string) => void;
  turnTo: (place: HTMLElement) => void;
}

interface Verification {
  state?: "sent" | "verified" | "wrong" | "expired";
  proof?: string | null;
  code?: string;
  detail?: string;
  errors?: { code: string }[];
}

/** Verifies the phone of a form with a one-time passcode before the form is sent. */
export class PhoneCode {
  private readonly place: HTMLElement | null;
  private readonly input: HTMLInputElement | null;
  private proven: { phone: unknown; proof: string } | undefined;
  private requestedPhone: unknown;

  constructor(
    form: HTMLFormElement,
    /** The name of the field with the phone, if one must be verified. */
    private readonly name: string | undefined,
    private readonly voice: Voice,
  ) {
    this.place = form.querySelector("[data-field=phone_code]");
    this.input = form.querySelector("[name=phone_code]");
  }

  private phoneIn(body: Submission): unknown {
    return this.name === undefined ? undefined : (body["fields"] as Record<string, unknown>)[this.name];
  }

  /** Whether this form is accepted only with a passcode: codes expire before a form has waited for long. */
  isNeeded(body: Submission): boolean {
    return Boolean(this.phoneIn(body));
  }

  /** Whether a passcode was typed, so that the form can be sent from there. */
  get isTyped(): boolean {
    return this.place?.hidden === false && this.input?.value.trim() !== "";
  }

  /** Discards a verification that the server no longer accepts. */
  forget(): void {
    this.proven = this.requestedPhone = undefined;
    if (this.place && this.input) {
      this.place.hidden = true;
      this.input.value = "";
    }
  }

  /** Adds the proof to the submission. Returns false while the passcode is missing or wrong. */
  async proves(body: Submission): Promise<boolean> {
    const phone = this.phoneIn(body);
    if (!phone) {
      return true;
    }
    if (this.proven?.phone !== phone) {
      await this.ask(body, phone);
    }
    if (this.proven?.phone !== phone) {
      return false;
    }
    body["phone_proof"] = this.proven.proof;
    return true;
  }

  /** Requests a passcode, or has the typed one checked. */
  private async ask(body: Submission, phone: unknown): Promise<void> {
    const isRequested = this.place?.hidden === false && (this.requestedPhone ?? phone) === phone;
    const typed = isRequested && this.input ? inLatin(this.input.value).replace(/[\s-]/g, "") : "";
    if (typed && !/^\d{6}$/.test(typed)) {
      this.refuse("wrong_code");
      return;
    }
    const response = await fetch("/v1/phone_number_verification", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ phone, code: typed || undefined, page_id: body["page_id"], code_id: body["code_id"] }),
      signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
    });
    const answer = (await response.json().catch(() => ({}))) as Verification;
    if (answer.proof) {
      this.proven = { phone, proof: answer.proof };
    } else if (answer.state === "sent" || answer.code === "code_sent_already") {
      this.requestedPhone = phone;
      if (this.place && this.input) {
        this.place.hidden = false;
        this.input.value = "";
      }
      this.turnToCode();
      this.voice.complain("phone_code", "");
      this.voice.say(this.voice.word("codeSent"));
    } else if (answer.state) {
      this.refuse(answer.state === "wrong" ? "wrong_code" : "old_code");
    } else {
      const code = answer.errors?.[0]?.code ?? answer.code ?? "";
      this.voice.say(this.voice.word(code) || answer.detail || this.voice.word("failed"));
    }
  }

  private refuse(code: string): void {
    this.voice.complain("phone_code", this.voice.word(code));
    this.voice.say(this.voice.word("checkFields"));
    this.turnToCode();
  }

  /** The question for the phone may be on an earlier screen. */
  private turnToCode(): void {
    if (this.place) {
      this.voice.turnTo(this.place);
    }
    this.input?.focus();
  }
}
