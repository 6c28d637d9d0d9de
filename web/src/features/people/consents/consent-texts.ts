import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Entry, Standing } from "@/features/people/consents/api/consents";

const REASONS: Record<NonNullable<Standing["reason"]>, MessageDescriptor> = {
  gone: msg`No such customer`,
  merged: msg`Merged into another profile`,
  no_address: msg`No address or number`,
  suppressed: msg`On a suppression list`,
  withdrawn: msg`Withdrawn`,
  pending: msg`Confirmation pending`,
  other_address: msg`Given for an earlier address`,
  no_consent: msg`No consent`,
  quiet_hours: msg`Quiet hours`,
};

const DECISIONS: Record<Entry["decision"], MessageDescriptor> = {
  requested: msg`Confirmation requested`,
  given: msg`Consent given`,
  withdrawn: msg`Consent withdrawn`,
};

const SOURCES: Record<Entry["source"], MessageDescriptor> = {
  form: msg`in a form`,
  preferences: msg`on the preference page`,
  mail_link: msg`confirmed by email`,
  passcode: msg`confirmed by phone`,
  one_click: msg`by one-click unsubscribe`,
  staff: msg`recorded by staff`,
  import: msg`imported`,
  api: msg`through the API`,
  keyword: msg`by text message`,
};

/** Describes the state of a channel: whether messages can be sent, and if not, why. */
export function standingText({ state, reason }: Pick<Standing, "state" | "reason">): string {
  if (reason === null) {
    return state === "given" ? t`Given` : t`Allowed`;
  }
  return reason === "quiet_hours" ? t`Given, quiet hours now` : t(REASONS[reason]);
}

/** Describes a decision and its source. */
export function entryText({ decision, source }: Pick<Entry, "decision" | "source">): string {
  return t`${t(DECISIONS[decision])}, ${t(SOURCES[source])}`;
}
