import { type CodeForm, codeFormSchema } from "@/features/codes/codes/code-form";

const KEY = "create-code-draft";

/** Stores the input while its author logs in. */
export function storeDraft(form: CodeForm): void {
  sessionStorage.setItem(KEY, JSON.stringify(form));
}

/** Returns the stored draft and removes it, or returns null if there is none that is still valid. */
export function takeDraft(): CodeForm | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) {
    return null;
  }
  const draft = codeFormSchema.safeParse(JSON.parse(stored));
  return draft.success ? draft.data : null;
}
