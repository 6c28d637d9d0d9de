import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { CustomerImport, Encoding, ImportProblem } from "@/features/people/customers/api/imports";
import { formatCount } from "@/shared/format/numbers";
import { numberFormat } from "@/shared/format/formatters";

/** The standard fields with which a column can be matched, in addition to custom fields. */
export const TARGETS = [
  ["email", msg`Email`],
  ["phone", msg`Phone`],
  ["first_name", msg`First name`],
  ["last_name", msg`Last name`],
  ["full_name", msg`Full name`],
  ["birthday", msg`Birthday`],
  ["language", msg`Language`],
  ["time_zone", msg`Time zone`],
  ["tags", msg`Tags`],
  ["owner", msg`Owner’s email`],
] as const;

const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  ...Object.fromEntries(TARGETS),
  row: msg`The row`,
  fields: msg`Values`,
};

/** Describes a problem of a row in a sentence. */
export function problemText({ field, message }: Pick<ImportProblem, "field" | "message">): string {
  return `${NAMES[field] === undefined ? field : t(NAMES[field])} ${message}.`;
}

export const STATES: Readonly<Record<CustomerImport["state"], MessageDescriptor>> = {
  uploaded: msg`Not imported yet`,
  checking: msg`Being checked`,
  checked: msg`Not imported yet`,
  running: msg`Being imported`,
  done: msg`Imported`,
  stopped: msg`Stopped`,
  undoing: msg`Being undone`,
  undone: msg`Undone`,
  cancelled: msg`Discarded`,
};

export const ENCODINGS: readonly (readonly [Encoding, MessageDescriptor])[] = [
  ["utf-8", msg`Unicode (UTF-8)`],
  ["utf-16", msg`Unicode (UTF-16)`],
  ["windows-1252", msg`Western European`],
  ["windows-1250", msg`Central European`],
  ["windows-1251", msg`Cyrillic`],
  ["shift_jis", msg`Japanese (Shift JIS)`],
  ["gb18030", msg`Chinese (GB 18030)`],
];

/** Formats a file size. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) {
    return `${formatCount(Math.max(1, Math.round(bytes / 1_000)))} KB`;
  }
  return `${numberFormat(undefined, { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`;
}
