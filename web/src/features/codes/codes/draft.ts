import { type CodeForm, codeFormSchema } from "@/features/codes/codes/code-form";

const KEY = "create-code-draft";

/** Keeps what was typed while its author goes to log in. */
export function storeDraft(form: CodeForm): void {
  sessionStorage.setItem(KEY, JSON.stringify(form));
}

/** The kept draft, once; null when there is none that still fits. */
export function takeDraft(): CodeForm | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) {
    return null;
  }
  const draft = codeFormSchema.safeParse(JSON.parse(stored));
  return draft.success ? draft.data : null;
}
