import { t } from "@lingui/core/macro";
import type { Answer } from "@/features/content/forms/api/forms";

/** Who sent it, as well as the form asked. */
export function senderOf(answer: Answer): string {
  const name = [answer.first_name, answer.last_name].filter(Boolean).join(" ");
  return name || answer.email || answer.phone || t`No name`;
}

/** An answer to one question as a text. */
export function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(textOf).join(", ");
  }
  if (typeof value === "boolean") {
    return value ? t`Yes` : t`No`;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
