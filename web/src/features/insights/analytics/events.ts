import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { labelOf } from "@/features/insights/analytics/dimensions";
import type { components } from "@/shared/api/schema";

export type EventRow = components["schemas"]["EventRow"];

const FAMILIES: Record<string, MessageDescriptor> = {
  scan: msg`Scan`,
  view: msg`View`,
  use: msg`Page interaction`,
  submit: msg`Form submitted`,
  vote: msg`Vote`,
  play: msg`Game played`,
  redemption: msg`Redemption`,
  undone_redemption: msg`Redemption undone`,
  master_use: msg`Opened with the master key`,
  order: msg`Order`,
};

const ACTIONS: Record<string, MessageDescriptor> = {
  click: msg`Click`,
  play: msg`Media played`,
  share: msg`Page shared`,
  duration: msg`Time on page`,
  form: msg`Form step`,
};

/** Describes the kind of an event. */
export function familyOf({ type, action }: Pick<EventRow, "type" | "action">): string {
  const name = ACTIONS[action ?? ""] ?? FAMILIES[type];
  return name === undefined ? type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ") : t(name);
}

/** Returns town, region and country, as far as they are known. */
export function placeOf(event: EventRow): string {
  return [event.city, event.country ? labelOf("country", event.country) : null].filter(Boolean).join(", ");
}

/** Returns device, system and browser, as far as they are known. */
export function deviceOf(event: EventRow): string {
  const parts = [event.device ? labelOf("device", event.device) : null, event.system, event.browser];
  return parts.filter(Boolean).join(", ");
}

/** Returns why an event does not count as a person's, or an empty text if it does. */
export function verdictOf(event: EventRow): string {
  if (event.is_bot) {
    return event.bot_reason ? t`Bot: ${event.bot_reason}` : t`Bot`;
  }
  return event.is_preview ? t`Link preview` : event.is_duplicate ? t`Repeat within 30 minutes` : "";
}
