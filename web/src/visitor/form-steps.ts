import type { Field } from "@/blocks/types";
import { send } from "./collect";

/** The settings of a form that its page contains for the script. */
export interface FormSettings {
  page_id: string;
  form_id: string;
  next_url: string | null;
  fields: Field[];
  consent: boolean;
  words: Record<string, string>;
}

const isGiven = (answer: unknown) => (Array.isArray(answer) ? answer.length > 0 : Boolean(answer));

/**
 * Tracks how far a visitor gets in a form, and reports it when the page is left or the form is sent: the names of
 * fields, never their values.
 */
export class FormSteps {
  private readonly reached = new Set<string>();
  private readonly reported = {
    reached: new Set<string>(),
    filled: new Set<string>(),
    at: undefined as string | undefined,
  };
  private isStarted = false;
  private at: string | undefined;

  constructor(
    form: HTMLFormElement,
    private readonly formId: string,
    /** The names of the fields, in the order of the form. */
    private readonly names: readonly string[],
    private readonly answers: () => Record<string, unknown>,
  ) {
    for (const kind of ["focusin", "input"]) {
      form.addEventListener(kind, ({ target }) => {
        const place = target instanceof Element ? target.closest<HTMLElement>("[data-field]") : null;
        const name = place?.dataset["field"];
        if (name !== undefined && names.includes(name)) {
          this.reached.add(name);
          this.at = name;
        }
      });
    }
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") {
        this.report(this.at);
      }
    });
  }

  /** Called when the form was sent: nobody abandoned it. */
  sent(): void {
    this.at = undefined;
    this.report(undefined);
  }

  /** Reports only what is new: each page view counts a field once, however often the page is hidden. */
  private report(at: string | undefined): void {
    const { reported } = this;
    const answers = this.answers();
    const unreported = (known: Set<string>, holds: (name: string) => boolean) =>
      this.names.filter((name) => this.reached.has(name) && !known.has(name) && holds(name));
    const steps = {
      reached: unreported(reported.reached, () => true),
      filled: unreported(reported.filled, (name) => isGiven(answers[name])),
    };
    const hasMoved = at !== reported.at;
    if (this.isStarted && steps.reached.length + steps.filled.length === 0 && !hasMoved) {
      return;
    }
    send({
      action: "form",
      form_id: this.formId,
      ...(this.isStarted ? {} : { opened: true }),
      ...steps,
      ...(hasMoved && at !== undefined ? { stands_at: at } : {}),
      ...(hasMoved && reported.at !== undefined ? { stood_at: reported.at } : {}),
    });
    this.isStarted = true;
    steps.reached.forEach((name) => reported.reached.add(name));
    steps.filled.forEach((name) => reported.filled.add(name));
    reported.at = at;
  }
}
