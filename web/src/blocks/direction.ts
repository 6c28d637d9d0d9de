const LANGUAGES = new Set(["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"]);
const SCRIPTS = new Set(["adlm", "arab", "hebr", "nkoo", "syrc", "thaa"]);

/** Which way a language is written: by its script where its tag names one. The server knows the same. */
export function directionOf(language: string): "ltr" | "rtl" {
  const [name = "", ...parts] = language.toLowerCase().split("-");
  const script = parts.find((part) => /^[a-z]{4}$/.test(part));
  return (script === undefined ? LANGUAGES.has(name) : SCRIPTS.has(script)) ? "rtl" : "ltr";
}
