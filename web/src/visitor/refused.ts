/** Forms that waited for the network and were refused when nobody looked: told where they were filled in. */

const PLACE = "wp_refused";
const MOST = 20;
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** Which form it was, and nothing of the answers: somebody else may hold this device by now. */
interface Refused {
  at: number;
  page_id: unknown;
  form_id: unknown;
}

function read(): Refused[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    const oldest = Date.now() - LONGEST_MS;
    return Array.isArray(kept) ? (kept as Refused[]).filter(({ at }) => at > oldest) : [];
  } catch {
    return [];
  }
}

function write(refused: Refused[]): void {
  try {
    if (refused.length === 0) {
      localStorage.removeItem(PLACE);
    } else {
      localStorage.setItem(PLACE, JSON.stringify(refused));
    }
  } catch {
    // Where nothing is kept, nothing can be told later.
  }
}

/** Keeps that a form was refused, and says it at once where the form is here. Answers that were there already are no loss. */
export function rememberRefused(form: Record<string, unknown>, code: string | undefined): void {
  if (code !== "answered_already") {
    const { page_id, form_id } = form as Record<"page_id" | "form_id", unknown>;
    write([...read().slice(1 - MOST), { at: Date.now(), page_id, form_id }]);
    tellRefused();
  }
}

/** Says above each form of the page that was refused meanwhile that it has to be filled in anew. */
export function tellRefused(): void {
  const refused = read();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-form]")) {
    const { page_id, form_id, words } = JSON.parse(form.dataset["form"] ?? "{}") as Refused & {
      words: Record<string, string>;
    };
    const isIt = (it: Refused) => it.page_id === page_id && it.form_id === form_id;
    if (refused.some(isIt) && form.querySelector(".wp-refused") === null) {
      const said = document.createElement("p");
      said.className = "wp-error wp-refused";
      said.setAttribute("role", "alert");
      // A page that was published before there were words for this has only the shorter ones.
      said.textContent = words["refusedLater"] ?? words["failed"] ?? "";
      form.prepend(said);
      form.addEventListener("input", () => write(read().filter((it) => !isIt(it))), { once: true });
    }
  }
}
