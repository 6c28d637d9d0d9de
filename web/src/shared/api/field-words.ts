/** What people call the fields that answers name, where it is not the name with spaces in it. */
const WORDS: Readonly<Record<string, string>> = {
  active_from: "“Active from”",
  active_until: "“Active until”",
  code_ids: "what you chose",
  csv: "the file",
  expired_url: "“Address when it is over”",
  fallback_url: "“Fallback”",
  folder_id: "the folder",
  scan_limit: "“Visits in all”",
  utm: "the campaign values",
  visitor_limit: "“Visits by one visitor”",
};

/** A field's name at the beginning of a sentence; names that are words, and places in lists, stay as they are. */
export function fieldWords(field: string): string {
  const words = WORDS[field] ?? (/^[a-z]+(_[a-z]+)+$/.test(field) ? field.replace(/_ids?$/, "").replaceAll("_", " ") : null);
  return words === null ? field : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is said of a field, with the other fields that it speaks of in plain words too. */
export function plainWords(text: string): string {
  return text.replace(/(?<![\w“])[a-z]+(?:_[a-z]+)+(?!\w)/g, (name) => WORDS[name] ?? name);
}
