import type { Channel, Entry, Purpose, Standing } from "@/features/people/consents/api/consents";

export const CHANNELS: Record<Channel, string> = {
  email: "Email",
  sms: "Text message",
  whatsapp: "WhatsApp",
  web_push: "Browser notifications",
  wallet_push: "Wallet notifications",
};

export const PURPOSES: Record<Purpose, string> = {
  marketing: "News and offers",
  feedback: "Surveys",
  service: "Service messages",
};

const REASONS: Record<NonNullable<Standing["reason"]>, string> = {
  gone: "No such customer",
  merged: "Merged into another profile",
  no_address: "No address or number",
  suppressed: "On a suppression list",
  withdrawn: "Withdrawn",
  pending: "Confirmation pending",
  other_address: "Given for an earlier address",
  no_consent: "No consent",
  quiet_hours: "Quiet hours",
};

const DECISIONS: Record<Entry["decision"], string> = {
  requested: "Confirmation requested",
  given: "Consent given",
  withdrawn: "Consent withdrawn",
};

const SOURCES: Record<Entry["source"], string> = {
  form: "in a form",
  preferences: "on the preference page",
  mail_link: "confirmed by mail",
  passcode: "confirmed by phone",
  one_click: "by one-click unsubscribe",
  staff: "recorded by staff",
  import: "imported",
  api: "through the API",
  keyword: "by text message",
};

/** What holds for a channel: whether something can be sent, else why not. */
export function standingText({ state, reason }: Pick<Standing, "state" | "reason">): string {
  if (reason === null) {
    return state === "given" ? "Given" : "Allowed";
  }
  return reason === "quiet_hours" ? "Given, quiet hours now" : REASONS[reason];
}

/** What was decided, and how. */
export function entryText({ decision, source }: Pick<Entry, "decision" | "source">): string {
  return `${DECISIONS[decision]}, ${SOURCES[source]}`;
}
