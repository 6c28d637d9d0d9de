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
  description: string;
  fields: ContentField[];
}

const PHONE: ContentField = {
  name: "phone",
  label: "Phone",
  kind: "tel",
  placeholder: "+1 415 555 2671",
  help: "Including the country code",
  needed: true,
};

/** What is offered first. */
const FIRST_KIND: ContentKind = {
  kind: "url",
  label: "URL",
  description: "Opens a page",
  fields: [{ name: "url", label: "Address", kind: "url", placeholder: "https://example.com/menu", needed: true }],
};

export const CONTENT_KINDS: readonly ContentKind[] = [
  FIRST_KIND,
  {
    kind: "text",
    label: "Text",
    description: "Shows text",
    fields: [{ name: "text", label: "Text", kind: "lines", needed: true }],
  },
  {
    kind: "wifi",
    label: "Wi-Fi",
    description: "Joins a Wi-Fi network",
    fields: [
      { name: "ssid", label: "Network name", needed: true },
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
      { name: "password", label: "Password", help: "Anyone who scans the code can read it" },
      { name: "hidden", label: "Hidden network", kind: "switch" },
    ],
  },
  {
    kind: "contact",
    label: "Contact",
    description: "Saves a person or business",
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
    description: "Starts an email",
    fields: [
      { name: "to", label: "To", kind: "email", needed: true },
      { name: "subject", label: "Subject" },
      { name: "body", label: "Text", kind: "lines" },
    ],
  },
  {
    kind: "sms",
    label: "Text message",
    description: "Starts a text message",
    fields: [PHONE, { name: "message", label: "Text", kind: "lines" }],
  },
  { kind: "phone", label: "Phone call", description: "Calls a number", fields: [PHONE] },
  {
    kind: "place",
    label: "Place",
    description: "Opens a map",
    fields: [
      { name: "latitude", label: "Latitude", kind: "number", placeholder: "48.2082", needed: true },
      { name: "longitude", label: "Longitude", kind: "number", placeholder: "16.3738", needed: true },
    ],
  },
  {
    kind: "event",
    label: "Calendar event",
    description: "Adds an event to the calendar",
    fields: [
      { name: "title", label: "Title", needed: true },
      { name: "starts_at", label: "Starts", kind: "moment", needed: true },
      { name: "ends_at", label: "Ends", kind: "moment", help: "Leave empty for one hour" },
      { name: "place", label: "Place" },
      { name: "description", label: "Description", kind: "lines" },
    ],
  },
  {
    kind: "gs1",
    label: "Product (GS1)",
    description: "A product code for checkouts and phones",
    fields: [
      { name: "gtin", label: "GTIN", help: "The 8, 12, 13 or 14 digits below the barcode", needed: true },
      { name: "batch", label: "Batch" },
      { name: "serial", label: "Serial number" },
      { name: "expires_on", label: "Expires", kind: "date" },
      {
        name: "domain",
        label: "Domain",
        placeholder: "id.gs1.org",
        help: "On this domain, the link opens the code whose slug is the 14-digit GTIN",
      },
    ],
  },
  {
    kind: "payment",
    label: "Payment (SEPA)",
    description: "A bank transfer in euros",
    fields: [
      { name: "name", label: "Recipient", needed: true },
      { name: "iban", label: "IBAN", needed: true },
      { name: "bic", label: "BIC", help: "Required only outside the European Economic Area" },
      { name: "amount", label: "Amount in euros", kind: "number", placeholder: "12.50", needed: true },
      { name: "purpose_text", label: "Purpose", help: "Enter this or the reference" },
      { name: "reference", label: "Creditor reference", placeholder: "RF18 …" },
    ],
  },
];

export type Values = Readonly<Record<string, string | boolean>>;

/** Contents as the call takes them; null while something needed is missing. */
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
