import { type FieldError, validate } from "@/blocks/forms/validate";
import { answersIn } from "./answers";
import { closeChoice } from "./choices";
import { codeId } from "./collect";
import { type FormSettings, FormSteps } from "./form-steps";
import { KeptAnswers } from "./kept-answers";
import {
  fieldErrorsOf,
  isFinal,
  enqueue,
  keyOf,
  post,
  type Problem,
  problemText,
  sendWhenOnline,
  type Submission,
  type Taken,
} from "./outbox";
import { PhoneCode } from "./phone-code";
import { showRejected } from "./rejected-forms";
import { Steps } from "./steps";

const byKey = new Map<string, VisitorForm>();

/** One form of the page, submitted without reloading the page. */
class VisitorForm {
  private readonly settings: FormSettings;
  private readonly steps: Steps;
  private readonly status: HTMLElement | null;
  private readonly done: HTMLElement | null;
  private readonly formSteps: FormSteps;
  private readonly code: PhoneCode;
  private readonly kept: KeptAnswers;
  private isSending = false;

  constructor(private readonly form: HTMLFormElement) {
    this.settings = JSON.parse(form.dataset["form"] ?? "{}") as FormSettings;
    this.steps = new Steps(form, this.word("step"));
    this.status = form.querySelector(".wp-status");
    this.done = form.parentElement?.querySelector<HTMLElement>(".wp-done") ?? null;
    form.noValidate = true;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.goOn();
    });
    form.addEventListener("input", (event) => this.onInput(event));
    form.addEventListener("change", (event) => this.onChange(event));
    form.addEventListener("click", (event) => this.onClick(event));
    const names = Object.keys(this.answers());
    this.formSteps = new FormSteps(form, this.settings.form_id, names, () => this.answers());
    this.code = new PhoneCode(form, this.settings.fields.find(({ confirm }) => confirm)?.name, this);
    this.kept = new KeptAnswers(form, this.settings);
    const isRefilled = form.querySelector(".wp-error:not([hidden])") !== null;
    if (!isRefilled && this.kept.restore()) {
      const problems = this.problems();
      this.showFields();
      this.steps.resume((step) => !Object.keys(problems).some((name) => step.contains(this.place(name))));
    }
    this.showFields();
    // The server marks the errors of a form that was sent without JavaScript.
    this.steps.turnTo(form.querySelector(".wp-error:not([hidden])"));
  }

  word(name: string): string {
    return this.settings.words[name] ?? "";
  }

  /** The names of everything that can show an error, in the order of the form. */
  private get names(): string[] {
    return [...this.settings.fields.map((field) => field.name), ...(this.place("consent") ? ["consent"] : [])];
  }

  private place(name: string): HTMLElement | null {
    return this.form.querySelector(`[data-field="${CSS.escape(name)}"]`);
  }

  private answers(): Record<string, unknown> {
    return answersIn(this.form, this.settings.fields);
  }

  private problems(): Record<string, FieldError> {
    const { errors } = validate(this.settings.fields, this.answers());
    if (this.settings.consent && !new FormData(this.form).has("consent")) {
      errors["consent"] = "missing";
    }
    return errors;
  }

  private showFields(): void {
    const { shown } = validate(this.settings.fields, this.answers());
    for (const place of this.form.querySelectorAll<HTMLElement>("[data-conditional]")) {
      place.classList.toggle("wp-shown", shown.has(place.dataset["field"] ?? ""));
    }
    this.steps.count();
  }

  complain(name: string, text: string): void {
    const place = this.place(name);
    const error = place?.querySelector<HTMLElement>(".wp-error");
    if (!place || !error) {
      return;
    }
    error.textContent = text;
    error.hidden = text === "";
    for (const input of place.querySelectorAll<HTMLInputElement>("input:not([type=radio]), select, textarea")) {
      input.setAttribute("aria-invalid", String(!error.hidden));
    }
  }

  /** Shows the error of a field, if it has one: in the owner's or the page's words, else in the server's. */
  private complainOf(name: string, problems: Record<string, string>, text = this.word("failed")): void {
    const code = problems[name];
    this.complain(name, code ? this.word(`${name}.${code}`) || this.word(code) || text : "");
  }

  /** Shows the errors, turns to the first of them, and returns whether there were any. */
  private showProblems(problems: Record<string, string>, texts: Record<string, string> = {}): boolean {
    const { names } = this;
    for (const name of names) {
      this.complainOf(name, problems, texts[name]);
    }
    const first = names.find((name) => problems[name] !== undefined);
    if (first === undefined) {
      return false;
    }
    const place = this.place(first);
    this.steps.turnTo(place);
    place?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    this.say(this.word("checkFields"));
    return true;
  }

  say(text: string): void {
    this.status?.replaceChildren(text);
  }

  private onInput(event: Event): void {
    this.kept.save();
    this.showFields();
    const name = this.nameAt(event);
    const error = name && this.place(name)?.querySelector<HTMLElement>(".wp-error");
    if (name && error && !error.hidden) {
      this.checkOne(name);
    }
  }

  private onChange(event: Event): void {
    const name = this.nameAt(event);
    if (name) {
      this.checkOne(name);
    }
  }

  private checkOne(name: string): void {
    this.complainOf(name, this.problems());
  }

  private nameAt(event: Event): string | undefined {
    const place = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-field]") : null;
    return place?.dataset["field"];
  }

  private onClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-go]") : null;
    if (button === null) {
      return;
    }
    if (button.dataset["go"] === "-1") {
      this.say("");
      this.steps.go(-1);
    } else {
      this.goOn();
    }
  }

  /** Goes to the next questions once these are answered; the last step, or the passcode for a phone, sends the form. */
  private goOn(): void {
    if (this.steps.isLast || this.code.isTyped) {
      void this.submit();
      return;
    }
    const here = Object.entries(this.problems()).filter(([name]) => this.steps.holds(this.place(name)));
    if (!this.showProblems(Object.fromEntries(here))) {
      this.say("");
      this.steps.go(1);
    }
  }

  /** Shows the step that contains this element, since its error can be on another one. */
  turnTo(place: HTMLElement): void {
    this.steps.turnTo(place);
  }

  private submission(): Submission {
    const { page_id, form_id, fields, consent } = this.settings;
    const answers = this.answers();
    const { shown } = validate(fields, answers);
    return {
      code_id: codeId || undefined,
      page_id,
      form_id,
      fields: Object.fromEntries(Object.entries(answers).filter(([name, value]) => shown.has(name) && value !== null)),
      consent,
      consent_shown: (this.form.elements.namedItem("consent_shown") as HTMLInputElement | null)?.value,
      submission_key: keyOf(this.form),
      language: this.form.closest("[lang]")?.getAttribute("lang") ?? undefined,
    };
  }

  private async submit(): Promise<void> {
    if (this.isSending || this.showProblems(this.problems())) {
      return;
    }
    this.busy(true);
    const body = this.submission();
    byKey.set(body.submission_key, this);
    try {
      if (!(await this.code.proves(body))) {
        return;
      }
      const response = await post(body);
      const answer: unknown = await response.json().catch(() => ({}));
      if (response.ok) {
        this.formSteps.sent();
        this.finish(answer as Taken);
      } else {
        this.refused(isFinal(response) || response.status === 429 ? (answer as Problem) : {});
      }
    } catch {
      if (this.code.isNeeded(body)) {
        this.say(this.word("codeOffline"));
      } else if (enqueue(body)) {
        this.formSteps.sent();
        this.kept.forget();
        this.end(this.word("queued"));
      } else {
        this.say(this.word("failed"));
      }
    } finally {
      this.busy(false);
    }
  }

  private busy(isBusy: boolean): void {
    this.isSending = isBusy;
    this.form.setAttribute("aria-busy", String(isBusy));
    for (const button of this.form.querySelectorAll<HTMLButtonElement>("button[type=submit]")) {
      button.disabled = isBusy;
    }
    if (isBusy) {
      this.say(this.word("sending"));
    }
  }

  private refused(problem: Problem): void {
    if (problem.code === "answered_already" || problem.code === "form_closed") {
      this.end(problemText(problem, this.settings.words));
      return;
    }
    const { codes, texts } = fieldErrorsOf(problem);
    if (Object.entries(codes).some(([name, code]) => code === "consent_changed" || !this.names.includes(name))) {
      // The form has other questions by now. Sent as without JavaScript, it is returned in its current version, with
      // the answers.
      HTMLFormElement.prototype.submit.call(this.form);
      return;
    }
    Object.keys(codes)
      .filter((name) => codes[name] === "option_full")
      .forEach((name) => closeChoice(this.place(name)));
    if (Object.values(codes).includes("unconfirmed")) {
      this.code.forget();
    }
    if (!this.showProblems(codes, texts)) {
      this.say(problemText(problem, this.settings.words));
    }
  }

  /** Shows the owner's thanks, the pass that the form issued, and the link to continue. */
  finish({ given_pass: given }: Taken): void {
    this.kept.forget();
    const next = this.settings.next_url;
    if (!given && next && /^https?:\/\//i.test(next)) {
      location.assign(next);
      return;
    }
    this.end(null);
    const { done } = this;
    if (given) {
      void import("./given-pass").then((it) => it.offerPass(done, given, next));
    }
    if (done?.dataset["confetti"] !== undefined) {
      void import("./confetti").then((it) => it.throwConfetti(done));
    }
  }

  /** Shows the form again for another try, after its queued submission was refused. */
  reopen(): void {
    this.form.hidden = false;
    if (this.done !== null) {
      this.done.hidden = true;
    }
    this.say(this.word("failed"));
  }

  /** Replaces the form with its thanks, or with a text if one is given. */
  private end(text: string | null): void {
    this.form.hidden = true;
    this.say("");
    const error = this.done?.querySelector("[data-thanks], p");
    if (this.done && error) {
      this.done.classList.toggle("wp-done-plain", text !== null);
      this.done.dataset["text"] ??= error.textContent;
      error.textContent = text ?? this.done.dataset["text"];
      this.done.hidden = false;
      this.done.focus();
      this.steps.end();
    }
  }
}

/** Enhances every form of the page, and sends those that waited for the network. */
export function enhanceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-form]")) {
    new VisitorForm(form);
  }
  sendWhenOnline((key, answer) => {
    const form = byKey.get(key);
    if (answer) {
      form?.finish(answer);
    } else {
      form?.reopen();
    }
    return form !== undefined;
  });
  showRejected();
}
