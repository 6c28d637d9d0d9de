import type { components } from "@/shared/api/schema";

type Person = Pick<components["schemas"]["CustomerRead"], "first_name" | "last_name" | "email" | "phone" | "number">;

/**
 * The display name of a customer: the name, otherwise the email address or phone number, otherwise the customer number
 * that everyone has.
 */
export function customerName({ first_name, last_name, email, phone, number }: Person): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || phone || number;
}
