/** What people call the fields that answers name, where it is not the name with spaces in it. */
const WORDS: Readonly<Record<string, string>> = {
  active_from: "“Active from”",
  active_until: "“Active until”",
  button_label: "“Button”",
  button_url: "“Button leads to”",
  closes_at: "the end",
  code_id: "the code",
  code_ids: "what you chose",
  csv: "the file",
  ends_at: "the end",
  expired_url: "“Address when it is over”",
  fallback_url: "“Fallback”",
  folder_id: "the folder",
  max_uses: "the number of uses",
  opens_at: "the beginning",
  page_id: "the page",
  promo_code: "the promo code",
  promo_codes: "the promo codes",
  radius_m: "the radius",
  scan_limit: "“Visits in all”",
  shown_from: "the beginning",
  shown_until: "the end",
  starts_at: "the beginning",
  uses_per_customer: "the number of uses by one customer",
  utm: "the campaign values",
  visitor_limit: "“Visits by one visitor”",
};

/** One of a list, counted from one as people do. */
const ONE_OF: Readonly<Record<string, string>> = {
  attachments: "attachment",
  code_ids: "code",
  conditions: "condition",
  data: "row",
  elements: "element",
  promo_codes: "promo code",
  rules: "rule",
  tags: "tag",
};

/** Names that only hold others together. */
const HOLDERS = ["content", "design", "updated_data"];

const NAME = /^[a-z]+(?:_[a-z]+)*$/;

function spaced(name: string): string {
  return name.replace(/_ids?$/, "").replaceAll("_", " ");
}

/**
 * A field's name at the beginning of a sentence. Names that are words stay as they are; of a name within
 * others its own is told, and which of a list it is in.
 */
export function fieldWords(field: string): string {
  const parts = field.split(".");
  if (parts.length === 1 && WORDS[field] === undefined && !/^[a-z]+(_[a-z]+)+$/.test(field)) {
    return field;
  }
  const told: string[] = [];
  let list = "";
  // What is neither a name nor a place in a list says how the server read it.
  for (const part of parts.filter((one) => NAME.test(one) || /^\d+$/.test(one))) {
    if (/^\d+$/.test(part)) {
      told.push(`${ONE_OF[list] ?? `${spaced(list)}, entry`} ${Number(part) + 1}`.trim());
      list = "";
    } else {
      told.push(...held(list));
      list = part;
    }
  }
  const own = WORDS[list];
  told.push(...(own === undefined ? held(list) : [own]));
  const words = told.join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function held(name: string): string[] {
  return name === "" || HOLDERS.includes(name) ? [] : [spaced(name)];
}

/** What is said of a field, with the other fields that it speaks of in plain words too. */
export function plainWords(text: string): string {
  return text.replace(
    /(?<![\w“.])(?:[a-z_]+\.)*([a-z]+(?:_[a-z]+)+)(?!\w)/g,
    (whole, name: string) => WORDS[name] ?? whole,
  );
}
