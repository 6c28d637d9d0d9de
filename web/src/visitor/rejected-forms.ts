/**
 * Forms that waited for the network and were refused while nobody was watching. The refusal is shown where they were
 * filled in.
 */

const PLACE = "wp_refused";
const MAX = 20;
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** Identifies the form without any answers, because somebody else may use this device by now. */
interface RejectedForm {
  at: number;
  page_id: unknown;
  form_id: unknown;
}

function read(): RejectedForm[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    const oldest = Date.now() - LONGEST_MS;
    return Array.isArray(stored) ? (stored as RejectedForm[]).filter(({ at }) => at > oldest) : [];
  } catch {
    return [];
  }
}

function write(rejected: RejectedForm[]): void {
  try {
    if (rejected.length === 0) {
      localStorage.removeItem(PLACE);
    } else {
      localStorage.setItem(PLACE, JSON.stringify(rejected));
    }
  } catch {
    // Without storage, nothing can be shown later.
  }
}

/**
 * Records that a form was refused, and shows it at once if the form is on this page. If the answers had already been
 * received, nothing is lost and nothing is recorded.
 */
export function storeRejected(form: Record<string, unknown>, code: string | undefined): void {
  if (code !== "answered_already") {
    const { page_id, form_id } = form as Record<"page_id" | "form_id", unknown>;
    write([...read().slice(1 - MAX), { at: Date.now(), page_id, form_id }]);
    showRejected();
  }
}

/** Shows a note above each form of the page that was rejected in the meantime and must be filled in again. */
export function showRejected(): void {
  const rejected = read();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-form]")) {
    const { page_id, form_id, words } = JSON.parse(form.dataset["form"] ?? "{}") as RejectedForm & {
      words: Record<string, string>;
    };
    const isIt = (it: RejectedForm) => it.page_id === page_id && it.form_id === form_id;
    if (rejected.some(isIt) && form.querySelector(".wp-refused") === null) {
      const note = document.createElement("p");
      note.className = "wp-error wp-refused";
      note.setAttribute("role", "alert");
      // A page that was published before this text existed has only the shorter one.
      note.textContent = words["refusedLater"] ?? words["failed"] ?? "";
      form.prepend(note);
      form.addEventListener("input", () => write(read().filter((it) => !isIt(it))), { once: true });
    }
  }
}
