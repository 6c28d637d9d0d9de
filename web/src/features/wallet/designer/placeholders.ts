import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { PassContent, PassField } from "@/shared/wallet/pass-content";

/** The placeholders that a template may use for the holder of a pass, with the values of the sample person. */
export const PLACEHOLDERS: readonly { name: string; label: MessageDescriptor; sample: MessageDescriptor }[] = [
  { name: "customer.name", label: msg`Name`, sample: msg`Ana Silva` },
  { name: "customer.first_name", label: msg`First name`, sample: msg`Ana` },
  { name: "customer.last_name", label: msg`Last name`, sample: msg`Silva` },
  { name: "customer.number", label: msg`Customer number`, sample: msg`K7M2PX4` },
  { name: "points", label: msg`Points`, sample: msg`120` },
  { name: "stamps", label: msg`Stamps`, sample: msg`4` },
  { name: "stamps_goal", label: msg`Stamps needed for a reward`, sample: msg`10` },
  { name: "tier", label: msg`Tier`, sample: msg`Gold` },
  { name: "serial", label: msg`Serial number`, sample: msg`wp_4XhT9sKq` },
  { name: "code", label: msg`One-time code`, sample: msg`HC7K2M9PXQ4R` },
];

const ROW = "row.";
const PLACEHOLDER = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39}(?:\.[A-Za-z][A-Za-z0-9_]{0,39})?)\s*(?:\|([^{}|]{0,80}))?\}\}/g;

/** Whether a text contains a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return text.includes("{{");
}

/** Sample values of columns by the format of their field, for formats where a text would be invalid. */
const BY_FORMAT: Readonly<Record<PassField["format"], string | null>> = {
  text: null,
  number: "1",
  percent: "10",
  currency: "1",
  date: "2027-06-01T18:00:00Z",
  time: "2027-06-01T18:00:00Z",
  date_time: "2027-06-01T18:00:00Z",
};

/** The columns of a person's own row that a template mentions, with their sample values. */
function sampleColumns(content: PassContent): Map<string, string> {
  const found = new Map<string, string>();
  const look = (text: string, otherwise: string | null) => {
    for (const [, name, given] of text.matchAll(PLACEHOLDER)) {
      if (name?.startsWith(ROW) && !found.has(name)) {
        const column = name.slice(ROW.length);
        found.set(name, given?.trim() ?? otherwise ?? column.charAt(0).toUpperCase() + column.slice(1));
      }
    }
  };
  content.fields.forEach((field) => look(field.value, BY_FORMAT[field.format]));
  look(JSON.stringify(content), null);
  return found;
}

/** The columns of a person's own row that a template mentions. */
export function columnsOf(content: PassContent): string[] {
  return [...sampleColumns(content).keys()].map((name) => name.slice(ROW.length)).sort();
}

/** The value of each placeholder for the sample person. */
export function sampleValues(content: PassContent, own: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...Object.fromEntries(PLACEHOLDERS.map(({ name, sample }) => [name, t(sample)])),
    ...Object.fromEntries(sampleColumns(content)),
    ...own,
  };
}

/** Replaces the placeholders of a pass with these values. */
export function resolved(content: PassContent, values: Readonly<Record<string, string>>): PassContent {
  return replaced(content, values) as PassContent;
}

function replaced(node: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof node === "string") {
    return node.replaceAll(PLACEHOLDER, (_: string, name: string, otherwise?: string) => {
      const own = values[name] ?? "";
      return own === "" ? (otherwise ?? "").trim() : own;
    });
  }
  if (Array.isArray(node)) {
    return node.map((one) => replaced(one, values));
  }
  return node !== null && typeof node === "object"
    ? Object.fromEntries(Object.entries(node).map(([name, one]) => [name, replaced(one, values)]))
    : node;
}
