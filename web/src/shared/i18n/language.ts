import { i18n, type Messages } from "@lingui/core";

/** The language of the texts in the code. */
const SOURCE = "en";

const catalogues = import.meta.glob<{ messages: Messages }>(["@/locales/*/*.po", "!@/locales/en/*.po"]);

i18n.loadAndActivate({ locale: SOURCE, messages: {} });

/** The first preferred language that the app is translated into; English if there is none. */
export function languageFor(preferred: readonly string[], translated: readonly string[] = languages()): string {
  const known = [SOURCE, ...translated];
  return preferred.flatMap((tag) => known.filter((one) => tag === one || tag.startsWith(`${one}-`))).at(0) ?? SOURCE;
}

function languages(): string[] {
  return [...new Set(Object.keys(catalogues).map(languageOf))];
}

/** The folder that contains a catalogue, which is its language. */
function languageOf(path: string): string {
  return path.split("/").at(-2) ?? SOURCE;
}

/** Shows the app in a language after loading all its catalogues. English is available immediately. */
export async function speak(language: string): Promise<void> {
  const files = Object.entries(catalogues).filter(([path]) => languageOf(path) === language);
  const areas = await Promise.all(files.map(([, read]) => read()));
  i18n.loadAndActivate({
    locale: language,
    messages: Object.assign({}, ...areas.map((area) => area.messages)) as Messages,
  });
  document.documentElement.lang = language;
}
