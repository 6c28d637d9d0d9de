const LANGUAGES = new Set(["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]);
const SCRIPTS = new Set(["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"]);

/**
 * Returns the writing direction of a language, by its script if the tag names one. The server applies the same rule.
 */
export function directionOf(language: string): "ltr" | "rtl" {
  const [name = "", ...parts] = language.toLowerCase().split("-");
  const script = parts.find((part) => /^[a-z]{4}$/.test(part));
  return (script === undefined ? LANGUAGES.has(name) : SCRIPTS.has(script)) ? "rtl" : "ltr";
}
