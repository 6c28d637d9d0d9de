import type { Referral, ReferralPerson, ReferralState } from "@/features/promotions/referrals/api/referrals";

/** What became of a referral. */
export const STATES: Record<ReferralState, string> = {
  held: "Waiting for the friend",
  doubtful: "To review",
  rewarded: "Rewarded",
  rejected: "Rejected",
  expired: "Expired",
};

/** What was noticed about a referral. */
export const FLAGS: Record<Referral["flags"][number], string> = {
  same_device: "Same device",
  same_mailbox: "Same mailbox as another friend",
  similar_phone: "Almost the referrer’s number",
  shared_phone: "Number of another customer",
  shared_network: "Shared network",
  many_on_network: "Many from one network",
  velocity: "Many friends in one day",
  existing_customer: "Was a customer before",
  cap: "A reward was left out: limit reached",
  same_person: "Both are one person",
  had_reward: "Was rewarded before",
};

/** Why the rewards could not be given yet. */
export const PROBLEMS: Record<string, string> = {
  daily_limit: "Daily limit of points or stamps reached",
  stock: "None of the reward is left",
  person: "Had this reward as often as allowed",
  tier: "The reward is for another tier",
  not_yet: "The reward is not available yet",
  over: "The reward is no longer available",
  here: "The reward is only available at some codes",
  reward_not_found: "The reward was deleted",
  idempotency_key_reused: "The referral’s key was used for something else",
};

/** How somebody is called: by name, else by address. */
export function personName({ name, contact }: ReferralPerson): string {
  return name ?? contact ?? "Erased customer";
}

/** What the friend did first. */
export const ACTIONS: Record<NonNullable<Referral["action"]>, string> = {
  submit: "Sent a form",
  redemption: "Redeemed something",
  scan: "Scanned a code",
};

/** What was given to one side or another, in words. */
export function givenText({ kind, amount }: Referral["rewards"][number]): string {
  if (kind === "reward") {
    return "a reward";
  }
  const unit = kind === "points" ? "point" : "stamp";
  return `${amount.toLocaleString("en")} ${amount === 1 ? unit : `${unit}s`}`;
}

/** Who got something for a referral: the friend, the referrer, or those above. */
export function levelName(level: number): string {
  return ["Friend", "Referrer"][level] ?? `Level ${String(level)}`;
}
