import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type {
  Campaign,
  CampaignChannel,
  CampaignState,
  LocalContent,
  Plan,
} from "@/features/messaging/campaigns/api/campaigns";
import { countryName } from "@/shared/format/names";

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
  wallet_push: msg`Pass message`,
  web_push: msg`Browser notification`,
  best: msg`Each person’s best channel`,
};

/** Describes a problem in a text. */
export function findingText(rule: string, detail: string): string {
  switch (rule) {
    case "link_without_code":
      return t`The text has the placeholder for a link, but the campaign has no code.`;
    case "no_default":
      return t`${detail} has no default: people without this value get nothing.`;
    case "broken_link":
      return t`This link is broken: ${detail}`;
    case "link_shortener":
      return t`Carriers and spam filters distrust shortened links: ${detail}`;
    case "insecure_link":
      return t`This link is not encrypted: ${detail}`;
    case "no_opt_out":
      return t`The text doesn’t say how to stop. Add “Reply STOP to opt out”.`;
    case "no_stop_by_link":
      return t`Text messages to these countries come from a name, which nobody can answer. Add the placeholder for the preference page: ${detail.split(", ").map(countryName).join(", ")}`;
    case "long_encoding":
      return t`These characters make the message longer and up to twice as expensive: ${detail}`;
    case "mail_clipped":
      return t`Gmail clips emails of this size: ${detail}`;
    case "little_text":
      return t`Emails with this little text often end up in spam.`;
    case "shouting_subject":
      return t`Subjects in capital letters often end up in spam.`;
    default:
      return detail === "" ? rule : `${rule}: ${detail}`;
  }
}

/** Returns an empty text in a language. */
export function emptyContent(language: string): LocalContent {
  return {
    language,
    sms: "",
    push: "",
    notice_title: "",
    notice: "",
    notice_url: "",
    subject: "",
    preheader: "",
    html: "",
  };
}

/** Returns the initial plan of a campaign. */
export function emptyPlan(channel: CampaignChannel): Plan {
  return {
    name: "",
    channel,
    purpose: "marketing",
    audience: { kind: "everyone", id: null },
    variants: [{ key: "a", share: 100, contents: [emptyContent("en")] }],
    experiment: { holdout: 0, test_share: 100, winner_after_hours: 24, winner_by: "clicks" },
    schedule: { kind: "now", at: null, local: null, spread_hours: 0, quiet: "defer" },
    code_id: null,
    reward_id: null,
    window_hours: 72,
  };
}

/** Returns the shares of so many versions, as even as whole percents can be. */
export function evenShares(versions: number): number[] {
  const share = Math.floor(100 / versions);
  return Array.from({ length: versions }, (_, at) => (at === 0 ? 100 - share * (versions - 1) : share));
}

export type WrittenChannel = Exclude<CampaignChannel, "best">;

/** Whether a text has everything that a message on this channel needs. */
export function saysSomething(content: LocalContent, channel: WrittenChannel): boolean {
  switch (channel) {
    case "sms":
      return isFilled(content.sms);
    case "wallet_push":
      return isFilled(content.push);
    case "web_push":
      return isFilled(content.notice);
    case "email":
      return isFilled(content.subject) && isFilled(content.html?.replaceAll(/<[^>]*>/g, ""));
  }
}

function isFilled(text: string | undefined): boolean {
  return (text ?? "").trim() !== "";
}

/** Returns the channels that a campaign may use. */
export function writtenChannels(channel: CampaignChannel): readonly WrittenChannel[] {
  return channel === "best" ? ["wallet_push", "web_push", "sms", "email"] : [channel];
}

/** The editable part of a stored campaign. */
export function planOf(campaign: Campaign): Plan {
  const { name, channel, purpose, audience, variants, experiment, schedule } = campaign;
  const { code_id, reward_id, window_hours } = campaign;
  return { name, channel, purpose, audience, variants, experiment, schedule, code_id, reward_id, window_hours };
}
