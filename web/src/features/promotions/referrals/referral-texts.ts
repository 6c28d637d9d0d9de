import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type { Referral, ReferralPerson, ReferralState } from "@/features/promotions/referrals/api/referrals";

/** Labels of the states of a referral. */
export const STATES: Record<ReferralState, MessageDescriptor> = {
  held: msg`Waiting for the friend`,
  doubtful: msg`To review`,
  rewarded: msg`Rewarded`,
  rejected: msg`Rejected`,
  expired: msg`Expired`,
};

/** Labels of the suspicious circumstances of a referral. */
export const FLAGS: Record<Referral["flags"][number], MessageDescriptor> = {
  same_device: msg`Same device`,
  same_mailbox: msg`Same mailbox as another friend`,
  similar_phone: msg`Almost the referrer’s number`,
  shared_phone: msg`Number of another customer`,
  shared_network: msg`Shared network`,
  many_on_network: msg`Many from one network`,
  velocity: msg`Many friends in one day`,
  existing_customer: msg`Was a customer before`,
  same_card: msg`Both paid with the same card`,
  cap: msg`A reward was skipped: limit reached`,
  same_person: msg`Both are the same person`,
  had_reward: msg`Was rewarded before`,
};

/** Why the rewards could not be given yet. */
export const PROBLEMS: Record<string, MessageDescriptor> = {
  daily_limit: msg`Daily limit of points or stamps reached`,
  stock: msg`The reward is out of stock`,
  person: msg`Already had this reward as often as allowed`,
  tier: msg`The reward is for another tier`,
  not_yet: msg`The reward is not available yet`,
  over: msg`The reward is no longer available`,
  here: msg`The reward is only available at some codes`,
  reward_not_found: msg`The reward was deleted`,
  idempotency_key_reused: msg`The referral’s key was used for something else`,
};

/** Returns the name of a person, or else their address. */
export function personName({ name, contact }: ReferralPerson): string {
  return name ?? contact ?? t`Erased customer`;
}

/** Labels of the friend's first action. */
export const ACTIONS: Record<NonNullable<Referral["action"]>, MessageDescriptor> = {
  submit: msg`Sent a form`,
  redemption: msg`Redeemed something`,
  scan: msg`Scanned a code`,
};

/** Describes what one of the two sides was given. */
export function givenText({ kind, amount }: Referral["rewards"][number]): string {
  if (kind === "reward") {
    return t`a reward`;
  }
  return kind === "points"
    ? plural(amount, { one: "# point", other: "# points" })
    : plural(amount, { one: "# stamp", other: "# stamps" });
}

/** Returns who got something for a referral: the friend, the referrer, or a higher level. */
export function levelName(level: number): string {
  return [t`Friend`, t`Referrer`][level] ?? t`Level ${String(level)}`;
}
