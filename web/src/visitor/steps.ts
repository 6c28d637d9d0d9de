/**
 * The screens into which page dividers split a form: shown one at a time, without those that have no question for this
 * visitor.
 */
export class Steps {
  private readonly all: HTMLElement[];
  private readonly send: string;
  /**
   * Only forms that ask one question at a time have it. Each question has an entry in the browser's history, so that
   * Back leads to the previous one.
   */
  private readonly progress: HTMLProgressElement | null;

  constructor(
    private readonly form: HTMLFormElement,
    /** "Step {n} of {total}"; empty in pages that were published before it existed. */
    private readonly word: string,
  ) {
    this.all = [...form.querySelectorAll<HTMLElement>(".wp-step")];
    this.send = form.querySelector("button[type=submit]")?.textContent ?? "";
    this.progress = form.querySelector(".wp-progress");
    if (this.progress) {
      addEventListener("popstate", () => this.follow());
    }
  }

  /** The index of the screen of the current entry in the browser's history, if the entry belongs to this form. */
  private get remembered(): number | undefined {
    const state = history.state as { form?: string; step?: number } | null;
    return state?.form === this.form.id ? state.step : undefined;
  }

  /** Shows the screen of the current entry in the browser's history. */
  private follow(): void {
    const at = this.remembered ?? 0;
    const step = this.all[at];
    if (this.form.hidden) {
      this.end();
    } else if (step && at !== this.at) {
      this.turnTo(step, at < this.at ? -1 : 1);
      this.focus(step);
    }
  }

  /** Once the form is sent, goes back through its entries in the history, so that one more Back leaves the page. */
  end(): void {
    if (this.remembered) {
      history.back();
    }
  }

  /** After a reload, returns to the screen that was shown if everything before it is answered. */
  resume(isAnswered: (step: HTMLElement) => boolean): void {
    const at = this.remembered ?? 0;
    if (this.progress && this.all.slice(0, at).every(isAnswered)) {
      this.turnTo(this.all[at] ?? null);
    }
  }

  /** The screens with a question, given the answers so far. */
  private shown(): HTMLElement[] {
    const asking = this.all.filter((step) =>
      [...step.querySelectorAll<HTMLElement>("[data-field]")].some(
        (place) =>
          !place.hidden && (place.dataset["conditional"] === undefined || place.classList.contains("wp-shown")),
      ),
    );
    return asking.length > 0 ? asking : this.all.slice(-1);
  }

  /** The index of the current screen. */
  private get at(): number {
    return this.all.findIndex((step) => step.classList.contains("wp-current"));
  }

  private get current(): HTMLElement | undefined {
    return this.all[this.at];
  }

  /** Whether there are no questions after the current screen. */
  get isLast(): boolean {
    const { current } = this;
    return this.all.length < 2 || current === undefined || this.shown().at(-1) === current;
  }

  /** Whether an element is on the current screen. */
  holds(place: HTMLElement | null): boolean {
    return place !== null && this.current?.contains(place) === true;
  }

  /** Counts the screens for the answers so far, and makes the last of them send the form. */
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
    if (this.progress) {
      this.progress.max = shown.length;
      this.progress.value = shown.findIndex((step) => step === this.current) + 1;
    }
  }

  /** Shows the screen that contains this element. */
  turnTo(place: HTMLElement | null, way: 1 | -1 = 1): void {
    const current = this.all.find((step) => step.contains(place));
    if (current !== undefined) {
      this.form.dataset["way"] = String(way);
      this.all.forEach((step) => step.classList.toggle("wp-current", step === current));
    }
  }

  /** Goes one screen forward or back, and focuses its first question. */
  go(way: 1 | -1): void {
    const there = this.shown().filter((step) => (this.all.indexOf(step) - this.at) * way > 0);
    const next = way > 0 ? there[0] : there.at(-1);
    if (next === undefined) {
      return;
    }
    if (way < 0 && this.remembered) {
      history.back();
      return;
    }
    this.turnTo(next, way);
    if (this.progress) {
      history.pushState({ form: this.form.id, step: this.at }, "");
    }
    this.focus(next);
  }

  private focus(screen: HTMLElement): void {
    this.count();
    [...screen.querySelectorAll<HTMLElement>("input:not([type=hidden]), select, textarea")]
      .find((it) => it.closest("[data-conditional]:not(.wp-shown), [hidden]") === null)
      ?.focus();
  }
}
