import type { components } from "@/shared/api/schema";

type Person = Pick<components["schemas"]["CustomerRead"], "first_name" | "last_name" | "email" | "phone" | "number">;

/** How a customer is called: by name, else by address, else by the customer number that everybody has. */
export function customerName({ first_name, last_name, email, phone, number }: Person): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || phone || number;
}
