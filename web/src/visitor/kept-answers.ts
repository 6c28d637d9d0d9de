import type { Field } from "@/blocks/types";

const PREFIX = "wp_kept:";
const REFUSED = "wp_kept_refused";
const INPUTS = "input:not([type=hidden]), select, textarea";
/** A new visit to the page may be by somebody else on the same device. */
const COMES_BACK = ["reload", "back_forward"];

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isTick = (control: Control) => control.type === "checkbox" || control.type === "radio";

/**
 * The answers typed into a form, stored while its tab is open, so that a reload restores them. Passcodes are never
 * stored.
 */
export class KeptAnswers {
  private readonly place: string;
  private readonly names: ReadonlySet<string>;

  constructor(
    private readonly form: HTMLFormElement,
    { page_id, form_id, fields }: { page_id: string; form_id: string; fields: Field[] },
  ) {
    this.place = `${PREFIX}${page_id}:${form_id}`;
    this.names = new Set(fields.map(({ name }) => name));
  }

  private get controls(): Control[] {
    return [...this.form.querySelectorAll<Control>(INPUTS)].filter(({ name }) => this.names.has(name));
  }

  save(): void {
    const values = this.controls
      .filter((it) => (isTick(it) ? (it as HTMLInputElement).checked : it.value !== ""))
      .map(({ name, value }) => [name, value]);
    try {
      if (sessionStorage.getItem(REFUSED) === null) {
        sessionStorage.setItem(this.place, JSON.stringify(values));
      }
    } catch {
      // Without storage, the visitor types it again.
    }
  }

  /** Fills in the form again if its page was reloaded; returns whether there was anything to restore. */
  restore(): boolean {
    const [opened] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    try {
      const stored = sessionStorage.getItem(this.place);
      if (stored === null || !COMES_BACK.includes(opened?.type ?? "")) {
        this.forget();
        return false;
      }
      const values = JSON.parse(stored) as [string, string][];
      for (const control of this.controls) {
        const own = values.filter(([name]) => name === control.name).map(([, value]) => value);
        if (isTick(control)) {
          (control as HTMLInputElement).checked = own.includes(control.value);
        } else if (own[0] !== undefined) {
          control.value = own[0];
        }
      }
      return values.length > 0;
    } catch {
      return false;
    }
  }

  forget(): void {
    try {
      sessionStorage.removeItem(this.place);
    } catch {
      // Nothing was kept.
    }
  }
}

/**
 * Respects visitors who refuse to be remembered: deletes the answers of all forms of the tab and stores none until they
 * change their choice.
 */
export function followPrivacyChoice(): void {
  document.addEventListener("submit", ({ submitter }) => {
    if (
      !(submitter instanceof HTMLButtonElement) ||
      submitter.name !== "choice" ||
      !submitter.closest("[data-privacy]")
    ) {
      return;
    }
    try {
      if (submitter.value === "no") {
        Object.keys(sessionStorage)
          .filter((key) => key.startsWith(PREFIX))
          .forEach((key) => sessionStorage.removeItem(key));
        sessionStorage.setItem(REFUSED, "");
      } else {
        sessionStorage.removeItem(REFUSED);
      }
    } catch {
      // Without storage, nothing was stored.
    }
  });
}
