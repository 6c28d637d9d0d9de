/** What a static code can say, and what has to be asked for that. */

import type { Contents } from "@/features/codes/qr-picture/types";

export interface ContentField {
  name: string;
  label: string;
  help?: string;
  placeholder?: string;
  needed?: boolean;
  kind?: "line" | "lines" | "url" | "email" | "tel" | "number" | "date" | "moment" | "switch" | "choice";
  options?: { value: string; label: string }[];
}

export interface ContentKind {
  kind: string;
  label: string;
  says: string;
  fields: ContentField[];
}

const PHONE: ContentField = {
  name: "phone",
  label: "Phone",
  kind: "tel",
  placeholder: "+1 415 555 2671",
  help: "With its country",
  needed: true,
};

/** What is offered first. */
export const FIRST_KIND: ContentKind = {
  kind: "url",
  label: "Web address",
  says: "Opens a page",
  fields: [{ name: "url", label: "Address", kind: "url", placeholder: "https://example.com/menu", needed: true }],
};

export const CONTENT_KINDS: readonly ContentKind[] = [
  FIRST_KIND,
  {
    kind: "text",
    label: "Text",
    says: "Shows a text",
    fields: [{ name: "text", label: "Text", kind: "lines", needed: true }],
  },
  {
    kind: "wifi",
    label: "Wi-Fi",
    says: "Joins a network",
    fields: [
      { name: "ssid", label: "Name of the network", needed: true },
      {
        name: "security",
        label: "Security",
        kind: "choice",
        options: [
          { value: "WPA", label: "WPA, WPA2 or WPA3" },
          { value: "WEP", label: "WEP" },
          { value: "nopass", label: "Open, no password" },
        ],
      },
      { name: "password", label: "Password", help: "Whoever scans the code can read it" },
      { name: "hidden", label: "The network is hidden", kind: "switch" },
    ],
  },
  {
    kind: "contact",
    label: "Contact",
    says: "Keeps a person or a business",
    fields: [
      { name: "first_name", label: "First name" },
      { name: "last_name", label: "Last name" },
      { name: "organization", label: "Organisation" },
      { name: "title", label: "Role" },
      { name: "email", label: "Email", kind: "email" },
      { name: "phone", label: "Mobile", kind: "tel", placeholder: "+1 415 555 2671" },
      { name: "work_phone", label: "Work phone", kind: "tel" },
      { name: "url", label: "Website", kind: "url" },
      { name: "street", label: "Street and number" },
      { name: "zip", label: "ZIP or postal code" },
      { name: "city", label: "City" },
      { name: "region", label: "State or province" },
      { name: "country", label: "Country" },
    ],
  },
  {
    kind: "email",
    label: "Email",
    says: "Begins a mail",
    fields: [
      { name: "to", label: "To", kind: "email", needed: true },
      { name: "subject", label: "Subject" },
      { name: "body", label: "Text", kind: "lines" },
    ],
  },
  {
    kind: "sms",
    label: "Text message",
    says: "Begins a message",
    fields: [PHONE, { name: "message", label: "Text", kind: "lines" }],
  },
  { kind: "phone", label: "Phone call", says: "Dials a number", fields: [PHONE] },
  {
    kind: "place",
    label: "Place",
    says: "Opens the map",
    fields: [
      { name: "latitude", label: "Latitude", kind: "number", placeholder: "48.2082", needed: true },
      { name: "longitude", label: "Longitude", kind: "number", placeholder: "16.3738", needed: true },
    ],
  },
  {
    kind: "event",
    label: "Calendar event",
    says: "Goes into the calendar",
    fields: [
      { name: "title", label: "Title", needed: true },
      { name: "starts_at", label: "Begins", kind: "moment", needed: true },
      { name: "ends_at", label: "Ends", kind: "moment", help: "Empty: an hour later" },
      { name: "place", label: "Place" },
      { name: "description", label: "Description", kind: "lines" },
    ],
  },
  {
    kind: "gs1",
    label: "Product (GS1)",
    says: "A product for tills and phones",
    fields: [
      { name: "gtin", label: "GTIN", help: "The 8, 12, 13 or 14 digits below a bar code", needed: true },
      { name: "batch", label: "Batch" },
      { name: "serial", label: "Serial number" },
      { name: "expires_on", label: "Expires", kind: "date" },
      {
        name: "domain",
        label: "Host",
        placeholder: "id.gs1.org",
        help: "On this host the link opens the code that is named like the GTIN’s 14 digits",
      },
    ],
  },
  {
    kind: "payment",
    label: "Payment (SEPA)",
    says: "A transfer in euro",
    fields: [
      { name: "name", label: "Who is paid", needed: true },
      { name: "iban", label: "IBAN", needed: true },
      { name: "bic", label: "BIC", help: "Only outside the European Economic Area" },
      { name: "amount", label: "Amount in euro", kind: "number", placeholder: "12.50", needed: true },
      { name: "purpose_text", label: "What it is for", help: "This or the reference" },
      { name: "reference", label: "Creditor reference", placeholder: "RF18 …" },
    ],
  },
];

export type Values = Readonly<Record<string, string | boolean>>;

/** Contents as the call takes them; null while something needed is missing. */
export function contentsOf(kind: ContentKind, values: Values): Contents | null {
  const said: Record<string, unknown> = { kind: kind.kind };
  for (const field of kind.fields) {
    const value = values[field.name];
    const text =
      typeof value === "string" ? (field.kind === "lines" || field.name === "password" ? value : value.trim()) : "";
    if (field.kind === "switch") {
      said[field.name] = value === true;
    } else if (text !== "") {
      said[field.name] = spelled(field, text);
    } else if (field.needed) {
      return null;
    }
  }
  return said as Contents;
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

/** What is wrong, by the field's name; under "" what is of no single field. */
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
