import { t } from "@lingui/core/macro";
import type { Answer } from "@/features/content/forms/api/forms";

/** Returns the sender, as far as the form asks for a name, an address or a number. */
export function senderOf(answer: Answer): string {
  const name = [answer.first_name, answer.last_name].filter(Boolean).join(" ");
  return name || answer.email || answer.phone || t`No name`;
}

/** Returns an answer to one question as a text. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(textOf).join(", ");
  }
  if (typeof value === "boolean") {
    return value ? t`Yes` : t`No`;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
