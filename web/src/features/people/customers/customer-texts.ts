import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { ActivityRow } from "@/features/people/customers/api/customers";
import { dateFormat } from "@/shared/format/formatters";
import { formatCount } from "@/shared/format/numbers";

/** Formats a birthday. The year is left out if it is unknown. */
export function birthdayText(birthday: string, locale?: string): string {
  const hasYear = !birthday.startsWith("--");
  const day = new Date(`${hasYear ? birthday : `2000-${birthday.slice(2)}`}T00:00:00Z`);
  return dateFormat(locale, {
    day: "numeric",
    month: "long",
    ...(hasYear ? { year: "numeric" as const } : {}),
    timeZone: "UTC",
  }).format(day);
}

/** Formats the value of a custom field. */
export function fieldText(value: unknown): string {
  if (typeof value === "boolean") {
    return value ? t`Yes` : t`No`;
  }
  if (typeof value === "number") {
    return formatCount(value);
  }
  return typeof value === "string" ? value : "";
}

const DONE: Record<string, MessageDescriptor> = {
  scan: msg`Scanned`,
  view: msg`Viewed`,
  submit: msg`Sent a form`,
  vote: msg`Voted`,
  play: msg`Played a game`,
  redemption: msg`Redeemed`,
  undone_redemption: msg`Redemption undone`,
  master_use: msg`Opened with the master key`,
  message: msg`Was sent a message`,
  pass: msg`A wallet pass changed`,
  order: msg`Ordered`,
  segment: msg`Entered or left a segment`,
};

/** Texts for redemptions of which the kind is more informative than the name. */
const REDEEMED: Record<string, MessageDescriptor> = {
  one_time_code: msg`Redeemed a one-time code`,
  promo_code: msg`Redeemed a promo code`,
  reward: msg`Redeemed a reward`,
  prize: msg`Redeemed a prize`,
  pass: msg`Redeemed a pass`,
};

const ORDERED: Record<string, MessageDescriptor> = {
  refunded: msg`An order was refunded`,
  cancelled: msg`An order was cancelled`,
};

const USED: Record<string, MessageDescriptor> = {
  click: msg`Clicked`,
  play: msg`Played media`,
  share: msg`Shared`,
  duration: msg`Spent time`,
  form: msg`Filled in a form`,
};

const MOVED: Record<string, MessageDescriptor> = {
  entered: msg`Entered a segment`,
  left: msg`Left a segment`,
};

const HELD: Record<string, MessageDescriptor> = {
  created: msg`Got a wallet pass`,
  downloaded: msg`Downloaded a wallet pass`,
  installed: msg`Added a pass to the wallet`,
  updated: msg`A wallet pass changed`,
  fetched: msg`The phone fetched a changed pass`,
  stale: msg`No phone fetched a changed pass for a day`,
  removed: msg`Removed a pass from the wallet`,
};

const MESSAGED: Record<string, MessageDescriptor> = {
  queued: msg`A message was queued`,
  refused: msg`A message was not sent`,
  cancelled: msg`A message was cancelled`,
  sent: msg`Was sent a message`,
  delivered: msg`Received a message`,
  failed: msg`A message failed`,
  bounced: msg`A message bounced`,
  shown: msg`Was shown a notification`,
  opened: msg`Opened a message`,
  clicked: msg`Followed a link of a message`,
  replied: msg`Replied to a message`,
  unsubscribed: msg`Opted out after a message`,
  complained: msg`Reported a message as spam`,
  charged: msg`The provider charged a message`,
};

/** Texts by event family and action. */
const BY_ACTION: Record<string, Record<string, MessageDescriptor>> = {
  use: USED,
  segment: MOVED,
  pass: HELD,
  message: MESSAGED,
  order: ORDERED,
};

/**
 * Describes what a customer did or what happened to them, as a phrase of its own. The subject follows after a colon.
 */
export function deedOf({ type, action, subject_kind }: Pick<ActivityRow, "type" | "action" | "subject_kind">): string {
  const deed =
    BY_ACTION[type]?.[action ?? ""] ?? (type === "redemption" ? REDEEMED[subject_kind ?? ""] : undefined) ?? DONE[type];
  return deed === undefined ? type : t(deed);
}

const KINDS: Record<string, MessageDescriptor> = {
  "only written to": msg`Only written to`,
  lost: msg`Lost`,
  "at risk": msg`At risk`,
  cooling: msg`Cooling`,
  champion: msg`Champion`,
  loyal: msg`Loyal`,
  new: msg`New`,
  active: msg`Active`,
};

/** Describes the kind of a customer by how often and how recently they came, as in the customers report. */
export function kindOfCustomer(segment: string): string {
  const kind = KINDS[segment];
  return kind === undefined ? segment : t(kind);
}
