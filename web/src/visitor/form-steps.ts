import type { Field } from "@/blocks/types";
import { send } from "./collect";

/** A form as its page carries it for the script. */
export interface FormSettings {
  page_id: string;
  form_id: string;
  next_url: string | null;
  fields: Field[];
  consent: boolean;
  words: Record<string, string>;
}

const isGiven = (answer: unknown) => (Array.isArray(answer) ? answer.length > 0 : Boolean(answer));

/** Watches how far a visitor comes with a form and tells it, names of fields and never what is put in, when the page is left or the form is sent. */
export class FormSteps {
  private readonly reached = new Set<string>();
  private readonly told = {
    reached: new Set<string>(),
    filled: new Set<string>(),
    at: undefined as string | undefined,
  };
  private isKnown = false;
  private at: string | undefined;

  constructor(
    form: HTMLFormElement,
    private readonly formId: string,
    /** Names in the order of the form. */
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
        this.tell(this.at);
      }
    });
  }

  /** The form went its way: nobody is left standing in it. */
  sent(): void {
    this.at = undefined;
    this.tell(undefined);
  }

  /** Only what is new: each page view counts a field once, however often the page is hidden. */
  private tell(at: string | undefined): void {
    const { told } = this;
    const answers = this.answers();
    const unheard = (known: Set<string>, holds: (name: string) => boolean) =>
      this.names.filter((name) => this.reached.has(name) && !known.has(name) && holds(name));
    const steps = {
      reached: unheard(told.reached, () => true),
      filled: unheard(told.filled, (name) => isGiven(answers[name])),
    };
    const hasMoved = at !== told.at;
    if (this.isKnown && steps.reached.length + steps.filled.length === 0 && !hasMoved) {
      return;
    }
    send({
      action: "form",
      form_id: this.formId,
      ...(this.isKnown ? {} : { opened: true }),
      ...steps,
      ...(hasMoved && at !== undefined ? { stands_at: at } : {}),
      ...(hasMoved && told.at !== undefined ? { stood_at: told.at } : {}),
    });
    this.isKnown = true;
    steps.reached.forEach((name) => told.reached.add(name));
    steps.filled.forEach((name) => told.filled.add(name));
    told.at = at;
  }
}
