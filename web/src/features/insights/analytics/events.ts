import { labelOf } from "@/features/insights/analytics/dimensions";
import type { components } from "@/shared/api/schema";

export type EventRow = components["schemas"]["EventRow"];

const FAMILIES: Record<string, string> = {
  scan: "Scan",
  view: "View",
  use: "Page interaction",
  submit: "Form submitted",
  vote: "Vote",
  play: "Game played",
  redemption: "Redemption",
  master_use: "Opened with the master key",
  order: "Order",
};

const ACTIONS: Record<string, string> = {
  click: "Click",
  play: "Media played",
  share: "Page shared",
  duration: "Time on the page",
  form: "Form step",
};

/** What happened, in words. */
export function familyOf({ type, action }: Pick<EventRow, "type" | "action">): string {
  return ACTIONS[action ?? ""] ?? FAMILIES[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll("_", " ");
}

/** Town, region and country, as far as they are known. */
export function placeOf(event: EventRow): string {
  return [event.city, event.country ? labelOf("country", event.country) : null].filter(Boolean).join(", ");
}

/** Device, system and browser, as far as they are known. */
export function deviceOf(event: EventRow): string {
  const parts = [event.device ? labelOf("device", event.device) : null, event.system, event.browser];
  return parts.filter(Boolean).join(", ");
}

/** Why an event is not counted as a person's, if it isn't. */
export function verdictOf(event: EventRow): string {
  if (event.is_bot) {
    return event.bot_reason ? `Bot: ${event.bot_reason}` : "Bot";
  }
  return event.is_preview ? "Link preview" : event.is_duplicate ? "Repeat within 30 minutes" : "";
}
