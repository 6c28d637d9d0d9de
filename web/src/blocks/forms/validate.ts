import type { Field, InputType, ShowIf } from "@/blocks/types";

/** What is wrong with an answer. The server uses the same codes, and tests/contracts keeps the two in step. */
export type FieldError =
  | "missing"
  | "not_text"
  | "too_long"
  | "too_short"
  | "pattern"
  | "not_email"
  | "not_phone"
  | "not_number"
  | "too_small"
  | "too_large"
  | "not_date"
  | "too_early"
  | "too_late"
  | "not_an_option"
  | "not_country";

export interface ValidationResult {
  errors: Record<string, FieldError>;
  /** Names of the fields whose condition is met. */
  shown: Set<string>;
}

type Plain = string | string[];

const LONGEST: Partial<Record<InputType, number>> = {
  text: 1000,
  hidden: 1000,
  textarea: 10_000,
  email: 254,
  phone: 40,
  number: 40,
  date: 10,
};
const LONGEST_BY_PATTERN = 200;
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "2099-12-31";
const EMAIL =
  /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[^\s@.,;:/\\()<>[\]-][^\s@.,;:/\\()<>[\]]{0,62}\.)+[^\s@.,;:/\\()<>[\]\d-][^\s@.,;:/\\()<>[\]]{1,62}$/;
/** Arabic, Persian and full-width digits, as the keyboards of these languages enter them. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
export const inLatin = (text: string) => text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));

const PHONE = /^\+?[\d\s().\-/]+$/;
const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,10})?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const TICKED = ["true", "on", "1", "yes"];
const NOT_TICKED = ["", "false", "off", "0", "no"];

/** Thrown internally, for one field at a time. */
class Wrong extends Error {
  constructor(readonly code: FieldError) {
    super(code);
  }
}

/** Validates all answers. Hidden fields are not validated and count as empty for the fields after them. */
export function validate(fields: Field[], answers: Record<string, unknown>): ValidationResult {
  const errors: Record<string, FieldError> = {};
  const shown = new Set<string>();
  const seen = new Map<string, Plain>();
  for (const field of fields) {
    if (field.input_type === "page_divider" || (field.show_if && !isShown(field.show_if, seen))) {
      continue;
    }
    shown.add(field.name);
    try {
      const plain = plainOf(field, Object.hasOwn(answers, field.name) ? answers[field.name] : undefined);
      seen.set(field.name, plain);
      if (plain.length > 0) {
        check(field, plain);
      } else if (field.required) {
        throw new Wrong("missing");
      }
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) {
        throw wrong;
      }
      errors[field.name] = wrong.code;
    }
  }
  return { errors, shown };
}

function isShown(condition: ShowIf, seen: Map<string, Plain>): boolean {
  const answer = seen.get(condition.field) ?? "";
  if (typeof condition.filled === "boolean") {
    return answer.length > 0 === condition.filled;
  }
  const equals = typeof condition.equals === "string";
  const expected = condition.equals ?? condition.not_equals ?? "";
  const answers = typeof answer === "string" ? [answer] : answer;
  return answers.includes(expected) === equals;
}

function plainOf(field: Field, answer: unknown): Plain {
  if (field.input_type === "checkboxes") {
    const ticks =
      answer === undefined || answer === null || answer === "" ? [] : typeof answer === "string" ? [answer] : answer;
    if (!Array.isArray(ticks) || !ticks.every((tick) => typeof tick === "string")) {
      throw new Wrong("not_text");
    }
    return [...new Set(ticks.map((tick) => tick.trim()).filter(Boolean))];
  }
  if (answer === undefined || answer === null) {
    return "";
  }
  if (typeof answer !== "string" && typeof answer !== "number" && typeof answer !== "boolean") {
    throw new Wrong("not_text");
  }
  const text = String(answer).trim();
  if (field.input_type === "checkbox") {
    const tick = text.toLowerCase();
    return NOT_TICKED.includes(tick) ? "" : TICKED.includes(tick) ? "true" : text;
  }
  return text;
}

/** A text field named email or phone is validated as one. */
function kindOf(field: Field): InputType {
  const byName = field.name === "email" || field.name === "phone" ? field.name : "text";
  return field.input_type === "text" ? byName : field.input_type;
}

function check(field: Field, plain: Plain): void {
  const options = field.options ?? [];
  if (typeof plain !== "string") {
    demand(
      plain.every((tick) => options.includes(tick)),
      "not_an_option",
    );
    return;
  }
  const kind = kindOf(field);
  checkLength(field, kind, plain);
  switch (kind) {
    case "email":
      demand(EMAIL.test(plain), "not_email");
      break;
    case "phone":
      demand(PHONE.test(inLatin(plain)) && /^\d{7,15}$/.test(inLatin(plain).replace(/\D/g, "")), "not_phone");
      break;
    case "number":
      checkNumber(field, plain);
      break;
    case "date":
      checkDay(field, plain);
      break;
    case "select":
    case "radio":
      demand(options.includes(plain), "not_an_option");
      break;
    case "checkbox":
      demand(plain === "true", "not_an_option");
      break;
    case "country":
      demand(isCountry(plain), "not_country");
      break;
  }
}

function demand(isSo: boolean, code: FieldError): void {
  if (!isSo) {
    throw new Wrong(code);
  }
}

function checkLength(field: Field, kind: InputType, text: string): void {
  const most = LONGEST[kind];
  if (most === undefined) {
    return;
  }
  const limits = field.validation ?? {};
  const ofText = kind === "text" || kind === "textarea" || kind === "hidden";
  const pattern = ofText ? limits.pattern : undefined;
  const letters = Array.from(text).length;
  demand(letters <= Math.min(limits.max_length || most, pattern ? LONGEST_BY_PATTERN : most, most), "too_long");
  demand(!ofText || letters >= (limits.min_length ?? 0), "too_short");
  demand(!pattern || new RegExp(`^(?:${pattern})$`).test(text), "pattern");
}

function checkNumber(field: Field, text: string): void {
  demand(NUMBER.test(text), "not_number");
  const { min, max } = field.validation ?? {};
  demand(typeof min !== "number" || Number(text) >= min, "too_small");
  demand(typeof max !== "number" || Number(text) <= max, "too_large");
}

function checkDay(field: Field, text: string): void {
  const day = new Date(`${text}T00:00:00Z`);
  demand(DATE.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text), "not_date");
  const { min, max } = field.validation ?? {};
  demand(text >= FIRST_DAY && (typeof min !== "string" || text >= min), "too_early");
  demand(text <= LAST_DAY && (typeof max !== "string" || text <= max), "too_late");
}

function isCountry(code: string): boolean {
  return (
    /^[a-z]{2}$/i.test(code) &&
    new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code.toUpperCase()) !== undefined
  );
}
