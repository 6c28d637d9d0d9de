import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { CampaignChannel, CampaignState, LocalContent, Plan } from "@/features/messaging/campaigns/api/campaigns";

export const STATES: Readonly<Record<CampaignState, MessageDescriptor>> = {
  draft: msg`Draft`,
  scheduled: msg`Scheduled`,
  running: msg`Running`,
  paused: msg`Paused`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
  failed: msg`Failed`,
};

export const CHANNELS: Readonly<Record<CampaignChannel, MessageDescriptor>> = {
  sms: msg`Text message`,
  email: msg`Email`,
  wallet_push: msg`Message on the pass`,
  best: msg`Best channel of each person`,
};

/** Why somebody gets no message, or why it waits. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  gone: msg`Deleted`,
  merged: msg`Belongs to another profile now`,
  no_address: msg`No address or number`,
  suppressed: msg`On the suppression list`,
  withdrawn: msg`Unsubscribed`,
  pending: msg`Consent not confirmed yet`,
  other_address: msg`Agreed with another address`,
  no_consent: msg`Never agreed`,
  quiet_hours: msg`Quiet hours`,
  capped: msg`Had enough messages lately`,
  too_young: msg`Too young`,
  already: msg`Got it on another profile`,
  too_late: msg`Not sent in time`,
  no_provider: msg`No provider is connected`,
  holdout: msg`Held out to compare with`,
  no_value: msg`A placeholder has no value`,
  no_content: msg`Nothing is written for their language`,
};

export function reasonName(reason: string): string {
  const known = REASONS[reason];
  return known === undefined ? reason : t(known);
}

const MESSAGE_STATES: Readonly<Record<string, MessageDescriptor>> = {
  queued: msg`Waiting`,
  sending: msg`Being sent`,
  unknown: msg`Being looked up`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  undelivered: msg`Not delivered`,
  bounced: msg`Bounced`,
  failed: msg`Failed`,
  refused: msg`Not sent`,
  cancelled: msg`Cancelled`,
};

export function messageStateName(state: string): string {
  const known = MESSAGE_STATES[state];
  return known === undefined ? state : t(known);
}

/** What is wrong with a text, in words. */
export function findingText(rule: string, detail: string): string {
  switch (rule) {
    case "link_without_code":
      return t`The text has the placeholder for a link, but the campaign has no code.`;
    case "no_default":
      return t`${detail} has no default: people without this value get nothing.`;
    case "broken_link":
      return t`This link leads nowhere: ${detail}`;
    case "link_shortener":
      return t`Carriers and mail filters distrust shortened links: ${detail}`;
    case "insecure_link":
      return t`This link is not encrypted: ${detail}`;
    case "no_opt_out":
      return t`The text doesn’t say how to stop. Add “Reply STOP to opt out”.`;
    case "long_encoding":
      return t`These characters make it up to twice as long, and as expensive: ${detail}`;
    case "mail_clipped":
      return t`Gmail cuts mails of this size off: ${detail}`;
    case "little_text":
      return t`Mails with so little text are often taken for spam.`;
    case "shouting_subject":
      return t`Subjects in capital letters are often taken for spam.`;
    default:
      return detail === "" ? rule : `${rule}: ${detail}`;
  }
}

/** A text in a language of which nothing is written yet. */
export function emptyContent(language: string): LocalContent {
  return { language, sms: "", push: "", subject: "", preheader: "", html: "" };
}

/** What a new campaign begins with. */
export function emptyPlan(channel: CampaignChannel): Plan {
  return {
    name: "",
    channel,
    purpose: "marketing",
    audience: { kind: "everyone", id: null },
    variants: [{ key: "a", share: 100, contents: [emptyContent("en")] }],
    experiment: { holdout: 0, test_share: 100, winner_after_hours: 24 },
    schedule: { kind: "now", at: null, local: null, spread_hours: 0, quiet: "defer" },
    code_id: null,
    reward_id: null,
  };
}

/** Shares of so many versions, as even as whole percents can be. */
export function evenShares(versions: number): number[] {
  const share = Math.floor(100 / versions);
  return Array.from({ length: versions }, (_, at) => (at === 0 ? 100 - share * (versions - 1) : share));
}

/** Which channels a campaign may use. */
export function writtenChannels(channel: CampaignChannel): readonly ("wallet_push" | "sms" | "email")[] {
  return channel === "best" ? ["wallet_push", "sms", "email"] : [channel];
}
