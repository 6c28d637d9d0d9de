/** Labels of fields in API responses, where the label is not just the name with spaces. */
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

/** Labels of single list items, which are counted from one. */
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

/** Names that only group other fields. */
const HOLDERS = ["content", "design", "updated_data"];

const NAME = /^[a-z]+(?:_[a-z]+)*$/;

function spaced(name: string): string {
  return name.replace(/_ids?$/, "").replaceAll("_", " ");
}

/**
 * A field's name at the start of a sentence. Single words stay as they are. A nested field is labelled by its own name
 * and its position in a list.
 */
export function fieldLabel(field: string): string {
  const parts = field.split(".");
  if (parts.length === 1 && WORDS[field] === undefined && !/^[a-z]+(_[a-z]+)+$/.test(field)) {
    return field;
  }
  const labels: string[] = [];
  let list = "";
  // A part that is neither a name nor a list index is internal to the server's parser.
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

/** Replaces the field names in an error text with their labels. */
export function withFieldLabels(text: string): string {
  return text.replace(
    /(?<![\w“.])(?:[a-z_]+\.)*([a-z]+(?:_[a-z]+)+)(?!\w)/g,
    (whole, name: string) => WORDS[name] ?? whole,
  );
}
