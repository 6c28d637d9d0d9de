import { t } from "@lingui/core/macro";
import type { components } from "@/shared/api/schema";

type Person = Pick<components["schemas"]["CustomerRead"], "first_name" | "last_name" | "email" | "phone">;

/** How a customer is called: by name, else by address. */
export function personName({ first_name, last_name, email, phone }: Person): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || phone || t`Unnamed customer`;
}
