/** The contents of static codes, and the fields that each of them requires. */

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Contents } from "@/features/codes/qr-picture/types";

export interface ContentField {
  name: string;
  label: MessageDescriptor;
  help?: MessageDescriptor;
  placeholder?: string;
  needed?: boolean;
  kind?: "line" | "lines" | "url" | "email" | "tel" | "number" | "date" | "moment" | "switch" | "choice";
  options?: { value: string; label: MessageDescriptor }[];
}

export interface ContentKind {
  kind: string;
  label: MessageDescriptor;
  description: MessageDescriptor;
  fields: ContentField[];
}

const PHONE: ContentField = {
  name: "phone",
  label: msg`Phone`,
  kind: "tel",
  placeholder: "+1 415 555 2671",
  help: msg`Including the country code`,
  needed: true,
};

/** The default kind. */
const FIRST_KIND: ContentKind = {
  kind: "url",
  label: msg`URL`,
  description: msg`Opens a page`,
  fields: [{ name: "url", label: msg`Address`, kind: "url", placeholder: "https://example.com/menu", needed: true }],
};

export const CONTENT_KINDS: readonly ContentKind[] = [
  FIRST_KIND,
  {
    kind: "text",
    label: msg`Text`,
    description: msg`Shows text`,
    fields: [{ name: "text", label: msg`Text`, kind: "lines", needed: true }],
  },
  {
    kind: "wifi",
    label: msg`Wi-Fi`,
    description: msg`Joins a Wi-Fi network`,
    fields: [
      { name: "ssid", label: msg`Network name`, needed: true },
      {
        name: "security",
        label: msg`Security`,
        kind: "choice",
        options: [
          { value: "WPA", label: msg`WPA, WPA2 or WPA3` },
          { value: "WEP", label: msg`WEP` },
          { value: "nopass", label: msg`Open, no password` },
        ],
      },
      { name: "password", label: msg`Password`, help: msg`Anyone who scans the code can read it` },
      { name: "hidden", label: msg`Hidden network`, kind: "switch" },
    ],
  },
  {
    kind: "contact",
    label: msg`Contact`,
    description: msg`Saves a person or business`,
    fields: [
      { name: "first_name", label: msg`First name` },
      { name: "last_name", label: msg`Last name` },
      { name: "organization", label: msg`Organisation` },
      { name: "title", label: msg`Role` },
      { name: "email", label: msg`Email`, kind: "email" },
      { name: "phone", label: msg`Mobile`, kind: "tel", placeholder: "+1 415 555 2671" },
      { name: "work_phone", label: msg`Work phone`, kind: "tel" },
      { name: "url", label: msg`Website`, kind: "url" },
      { name: "street", label: msg`Street and number` },
      { name: "zip", label: msg`ZIP or postal code` },
      { name: "city", label: msg`City` },
      { name: "region", label: msg`State or province` },
      { name: "country", label: msg`Country` },
    ],
  },
  {
    kind: "email",
    label: msg`Email`,
    description: msg`Starts an email`,
    fields: [
      { name: "to", label: msg`To`, kind: "email", needed: true },
      { name: "subject", label: msg`Subject` },
      { name: "body", label: msg`Text`, kind: "lines" },
    ],
  },
  {
    kind: "sms",
    label: msg`Text message`,
    description: msg`Starts a text message`,
    fields: [PHONE, { name: "message", label: msg`Text`, kind: "lines" }],
  },
  { kind: "phone", label: msg`Phone call`, description: msg`Calls a number`, fields: [PHONE] },
  {
    kind: "place",
    label: msg`Place`,
    description: msg`Opens a map`,
    fields: [
      { name: "latitude", label: msg`Latitude`, kind: "number", placeholder: "48.2082", needed: true },
      { name: "longitude", label: msg`Longitude`, kind: "number", placeholder: "16.3738", needed: true },
    ],
  },
  {
    kind: "event",
    label: msg`Calendar event`,
    description: msg`Adds an event to the calendar`,
    fields: [
      { name: "title", label: msg`Title`, needed: true },
      { name: "starts_at", label: msg`Starts`, kind: "moment", needed: true },
      { name: "ends_at", label: msg`Ends`, kind: "moment", help: msg`Leave empty for one hour` },
      { name: "place", label: msg`Place` },
      { name: "description", label: msg`Description`, kind: "lines" },
    ],
  },
  {
    kind: "gs1",
    label: msg`Product (GS1)`,
    description: msg`A product code for checkouts and phones`,
    fields: [
      { name: "gtin", label: msg`GTIN`, help: msg`The 8, 12, 13 or 14 digits below the barcode`, needed: true },
      { name: "batch", label: msg`Batch` },
      { name: "serial", label: msg`Serial number` },
      { name: "expires_on", label: msg`Expires`, kind: "date" },
      {
        name: "domain",
        label: msg`Domain`,
        placeholder: "id.gs1.org",
        help: msg`On this domain, the link opens the code whose slug is the 14-digit GTIN`,
      },
    ],
  },
  {
    kind: "payment",
    label: msg`Payment (SEPA)`,
    description: msg`A bank transfer in euros`,
    fields: [
      { name: "name", label: msg`Recipient`, needed: true },
      { name: "iban", label: msg`IBAN`, needed: true },
      { name: "bic", label: msg`BIC`, help: msg`Required only outside the European Economic Area` },
      { name: "amount", label: msg`Amount in euros`, kind: "number", placeholder: "12.50", needed: true },
      { name: "purpose_text", label: msg`Purpose`, help: msg`Enter this or the reference` },
      { name: "reference", label: msg`Creditor reference`, placeholder: "RF18 …" },
    ],
  },
];

export type Values = Readonly<Record<string, string | boolean>>;

/** Returns the contents as the API expects them, or null while a required field is missing. */
export function contentsOf(kind: ContentKind, values: Values): Contents | null {
  const contents: Record<string, unknown> = { kind: kind.kind };
  for (const field of kind.fields) {
    const value = values[field.name];
    const text =
      typeof value === "string" ? (field.kind === "lines" || field.name === "password" ? value : value.trim()) : "";
    if (field.kind === "switch") {
      contents[field.name] = value === true;
    } else if (text !== "") {
      contents[field.name] = spelled(field, text);
    } else if (field.needed) {
      return null;
    }
  }
  return contents as Contents;
}

function spelled(field: ContentField, text: string): unknown {
  if (field.kind === "number") {
    return text.replace(",", ".");
  }
  if (field.kind === "moment") {
    const moment = new Date(text);
    return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
  }
  return text;
}

/** Returns the errors by the field's name, with those of no single field under "". */
export function problemsOf(fields: Readonly<Record<string, string>>, kind: ContentKind): Record<string, string> {
  const names = new Set(kind.fields.map((field) => field.name));
  return Object.fromEntries(
    Object.entries(fields).map(([place, message]) => {
      const text = message.replace(/^Value error, /, "");
      const last = place.split(".").at(-1) ?? "";
      const first = text.split(" ")[0] ?? "";
      return [names.has(last) ? last : names.has(first) ? first : "", text];
    }),
  );
}
