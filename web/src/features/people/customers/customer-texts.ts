import type { ActivityRow, Customer } from "@/features/people/customers/api/customers";

type Named = Pick<Customer, "first_name" | "last_name" | "email" | "phone">;

/** How a customer is called: by name, else by address. */
export function nameOf({ first_name, last_name, email, phone }: Named): string {
  return [first_name, last_name].filter(Boolean).join(" ") || email || phone || "Unnamed customer";
}

/** A birthday as people write it: the year is left out where it is not known. */
export function birthdayText(birthday: string, locale?: string): string {
  const hasYear = !birthday.startsWith("--");
  const day = new Date(`${hasYear ? birthday : `2000-${birthday.slice(2)}`}T00:00:00Z`);
  return day.toLocaleDateString(locale, {
    day: "numeric",
    month: "long",
    ...(hasYear ? { year: "numeric" as const } : {}),
    timeZone: "UTC",
  });
}

const DONE: Record<string, string> = {
  scan: "Scanned",
  view: "Viewed",
  submit: "Sent a form on",
  vote: "Voted on",
  play: "Played a game on",
  redemption: "Redeemed on",
  master_use: "Opened with the master key",
  message: "Was sent a message about",
  pass: "Changed a wallet pass of",
  order: "Ordered through",
  segment: "Entered or left a segment",
};

const USED: Record<string, string> = {
  click: "Clicked on",
  play: "Played media on",
  share: "Shared",
  duration: "Spent time on",
  form: "Filled in a form on",
  entered: "Entered a segment",
  left: "Left a segment",
};

/** What somebody did, before the name of the code or page. */
export function deedOf({ type, action }: Pick<ActivityRow, "type" | "action">): string {
  return (action === null ? undefined : USED[action]) ?? DONE[type] ?? type;
}
