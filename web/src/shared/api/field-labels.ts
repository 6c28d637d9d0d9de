/** What people call the fields that answers name, where it is not the name with spaces in it. */
const WORDS: Readonly<Record<string, string>> = {
  active_from: "“Active from”",
  active_until: "“Active until”",
  button_label: "“Button”",
  button_url: "“Button URL”",
  closes_at: "the end",
  code_id: "the code",
  code_ids: "your selection",
  cost_cents: "the unit cost",
  csv: "the file",
  ends_at: "the end",
  expired_url: "“Destination after it ends”",
  fallback_url: "“Fallback”",
  folder_id: "the folder",
  max_uses: "the number of uses",
  opens_at: "the start",
  page_id: "the page",
  promo_code: "the promo code",
  promo_codes: "the promo codes",
  radius_m: "the radius",
  scan_limit: "“Total visits”",
  shown_from: "the start",
  shown_until: "the end",
  starts_at: "the start",
  uses_per_customer: "the number of uses per customer",
  utm: "the UTM parameters",
  value_cents: "the amount",
  visitor_limit: "“Visits per visitor”",
};

/** One of a list, counted from one as people do. */
const ONE_OF: Readonly<Record<string, string>> = {
  attachments: "attachment",
  code_ids: "code",
  conditions: "condition",
  data: "row",
  elements: "element",
  promo_codes: "promo code",
  reward_list: "reward",
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
 * A field's name at the start of a sentence. Names that are words stay as they are; of a name within
 * others its own is told, and which of a list it is in.
 */
export function fieldLabel(field: string): string {
  const parts = field.split(".");
  if (parts.length === 1 && WORDS[field] === undefined && !/^[a-z]+(_[a-z]+)+$/.test(field)) {
    return field;
  }
  const labels: string[] = [];
  let list = "";
  // What is neither a name nor a place in a list says how the server read it.
  for (const part of parts.filter((one) => NAME.test(one) || /^\d+$/.test(one))) {
    if (/^\d+$/.test(part)) {
      labels.push(`${ONE_OF[list] ?? `${spaced(list)}, entry`} ${Number(part) + 1}`.trim());
      list = "";
    } else {
      labels.push(...labelOf(list));
      list = part;
    }
  }
  const own = WORDS[list];
  labels.push(...(own === undefined ? labelOf(list) : [own]));
  const words = labels.join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function labelOf(name: string): string[] {
  return name === "" || HOLDERS.includes(name) ? [] : [spaced(name)];
}

/** An error text with the field names in it replaced by their labels. */
export function withFieldLabels(text: string): string {
  return text.replace(
    /(?<![\w“.])(?:[a-z_]+\.)*([a-z]+(?:_[a-z]+)+)(?!\w)/g,
    (whole, name: string) => WORDS[name] ?? whole,
  );
}
