/** The screens that page dividers make of a form: one at a time, without those that ask this visitor nothing. */
export class Steps {
  private readonly all: HTMLElement[];
  private readonly send: string;

  constructor(
    form: HTMLFormElement,
    /** "Step {n} of {total}"; empty in pages that were published without it. */
    private readonly word: string,
  ) {
    this.all = [...form.querySelectorAll<HTMLElement>(".wp-step")];
    this.send = form.querySelector("button[type=submit]")?.textContent ?? "";
  }

  /** Those with a question, by the answers so far. */
  private shown(): HTMLElement[] {
    const asking = this.all.filter((step) =>
      [...step.querySelectorAll<HTMLElement>("[data-field]")].some(
        (place) =>
          !place.hidden && (place.dataset["conditional"] === undefined || place.classList.contains("wp-shown")),
      ),
    );
    return asking.length > 0 ? asking : this.all.slice(-1);
  }

  private get current(): HTMLElement | undefined {
    return this.all.find((step) => step.classList.contains("wp-current"));
  }

  /** Whether nothing is asked after what is seen now. */
  get isLast(): boolean {
    const { current } = this;
    return this.all.length < 2 || current === undefined || this.shown().at(-1) === current;
  }

  /** Whether a place is on the screen that is seen now. */
  holds(place: HTMLElement | null): boolean {
    return place !== null && this.current?.contains(place) === true;
  }

  /** Counts the screens by the answers so far, and lets the last of them send. */
  count(): void {
    const shown = this.shown();
    if (this.current !== undefined && !shown.includes(this.current)) {
      this.turnTo(shown[0] ?? null);
    }
    shown.forEach((step, at) => {
      const counted = step.querySelector<HTMLElement>(":scope > .wp-eyebrow");
      if (counted && this.word !== "") {
        counted.textContent = this.word.replace("{n}", String(at + 1)).replace("{total}", String(shown.length));
        counted.hidden = shown.length === 1;
      }
      const on = step.querySelector<HTMLElement>("[data-go='1']");
      if (on) {
        on.dataset["text"] ??= on.textContent;
        on.textContent = at === shown.length - 1 ? this.send : on.dataset["text"];
      }
    });
  }

  /** Shows the screen with this place. */
  turnTo(place: HTMLElement | null): void {
    const current = this.all.find((step) => step.contains(place));
    if (current !== undefined) {
      this.all.forEach((step) => step.classList.toggle("wp-current", step === current));
    }
  }

  /** One screen on or back, and into its first question. */
  go(way: 1 | -1): void {
    const here = this.all.findIndex((step) => step === this.current);
    const there = this.shown().filter((step) => (this.all.indexOf(step) - here) * way > 0);
    const next = way > 0 ? there[0] : there.at(-1);
    if (next !== undefined) {
      this.turnTo(next);
      [...next.querySelectorAll<HTMLElement>("input:not([type=hidden]), select, textarea")]
        .find((it) => it.closest("[data-conditional]:not(.wp-shown), [hidden]") === null)
        ?.focus();
    }
  }
}
