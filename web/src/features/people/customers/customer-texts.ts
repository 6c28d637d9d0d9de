import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { ActivityRow } from "@/features/people/customers/api/customers";
import { dateFormat } from "@/shared/format/formatters";
import { formatCount } from "@/shared/format/numbers";

/** A birthday as people write it: the year is left out where it is not known. */
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

/** The value of a custom field as people write it. */
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
  submit: msg`Sent a form on`,
  vote: msg`Voted on`,
  play: msg`Played a game on`,
  redemption: msg`Redeemed on`,
  undone_redemption: msg`Undid a redemption on`,
  master_use: msg`Opened with the master key`,
  message: msg`Was sent a message about`,
  pass: msg`Changed a wallet pass of`,
  order: msg`Ordered through`,
  segment: msg`Entered or left a segment`,
};

const USED: Record<string, MessageDescriptor> = {
  click: msg`Clicked on`,
  play: msg`Played media on`,
  share: msg`Shared`,
  duration: msg`Spent time on`,
  form: msg`Filled in a form on`,
  entered: msg`Entered a segment`,
  left: msg`Left a segment`,
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

/** What somebody did, before the name of the code or page. */
export function deedOf({ type, action }: Pick<ActivityRow, "type" | "action">): string {
  if (type === "message" && action !== null && action in MESSAGED) {
    return t(MESSAGED[action] ?? msg`Was sent a message`);
  }
  const deed = (action === null ? undefined : USED[action]) ?? DONE[type];
  return deed === undefined ? type : t(deed);
}
