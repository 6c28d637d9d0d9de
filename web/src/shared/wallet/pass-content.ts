import type { components } from "@/shared/api/schema";

export type PassStyle = components["schemas"]["TemplateContent"]["style"];
export type PassField = Required<components["schemas"]["TemplateField"]>;
export type PassZone = PassField["zone"];
export type PictureSlot =
  "icon" | "logo" | "strip" | "thumbnail" | "background" | "footer" | "artwork" | "hero" | "wide_logo";
export type PassBarcode = components["schemas"]["Barcode"];

/** The content of a pass, with every value as a text. */
export type PassContent = Required<Omit<components["schemas"]["TemplateContent"], "fields" | "pictures">> & {
  fields: readonly PassField[];
  pictures: Readonly<Partial<Record<PictureSlot, components["schemas"]["Placed"]>>>;
};

type LooseField = Omit<components["schemas"]["TemplateField"], "value"> & { value: string | number };
type LooseContent = Omit<components["schemas"]["TemplateContent"], "fields"> & {
  fields?: readonly LooseField[];
};

const NO_FIELD = {
  label: "",
  format: "text",
  currency: null,
  alignment: "natural",
  change_message: null,
  translations: {},
} as const;

const NOTHING = {
  title: "",
  language: "en",
  barcode: null,
  background: "#ffffff",
  foreground: "#000000",
  label_color: "#000000",
  places: [],
  periods: [],
  expires_at: null,
  is_void: false,
  can_be_shared: true,
  group: null,
  trip: null,
  event: null,
  title_translations: {},
  pictures: {},
  nfc: null,
} as const;

/** Fills in all optional parts of the content. */
export function wholeContent(content: LooseContent): PassContent {
  const fields = (content.fields ?? []).map((field) => ({ ...NO_FIELD, ...field, value: String(field.value) }));
  return { ...NOTHING, ...content, fields } as PassContent;
}

/** The fields of one zone, in order. */
export function inZone(content: PassContent, zone: PassZone): PassField[] {
  return content.fields.filter((field) => field.zone === zone);
}

/** The content with its texts in another language, as a phone in that language shows it. */
export function translated(content: PassContent, language: string): PassContent {
  const title = content.title_translations[language] ?? content.title;
  const fields = content.fields.map((field) => {
    const texts = field.translations[language];
    return texts === undefined
      ? field
      : { ...field, label: texts.label ?? field.label, value: texts.value ?? field.value };
  });
  return { ...content, title, fields };
}

const DATES = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  date_time: { dateStyle: "medium", timeStyle: "short" },
} as const;

/** A field's value as wallets format it: numbers and dates follow the phone's locale. */
export function shownValue(field: PassField, language: string, timeZone: string): string {
  const { format, value } = field;
  if (format === "text" || value === "") {
    return value;
  }
  if (format === "date" || format === "time" || format === "date_time") {
    const moment = new Date(value);
    return Number.isNaN(moment.getTime())
      ? value
      : new Intl.DateTimeFormat(language, { ...DATES[format], timeZone }).format(moment);
  }
  const number = Number(value);
  if (Number.isNaN(number)) {
    return value;
  }
  if (format === "currency") {
    return new Intl.NumberFormat(language, { style: "currency", currency: field.currency ?? "USD" }).format(number);
  }
  return format === "percent"
    ? new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(number / 100)
    : new Intl.NumberFormat(language).format(number);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}
