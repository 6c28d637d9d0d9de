import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import type {
  AutomationState,
  EventRule,
  Step,
  Trigger,
  TriggerKind,
  WaitStep,
} from "@/features/messaging/automations/api/automations";
import { formatChoices } from "@/shared/format/lists";

export const STATES: Readonly<Record<AutomationState, MessageDescriptor>> = {
  draft: msg`Draft`,
  on: msg`On`,
  paused: msg`Paused`,
  archived: msg`Archived`,
};

export const TRIGGERS: Readonly<Record<TriggerKind, MessageDescriptor>> = {
  scan: msg`Scans a code`,
  submit: msg`Sends a form`,
  vote: msg`Votes in a poll`,
  redemption: msg`Redeems something`,
  play: msg`Plays a game`,
  pass_installed: msg`Adds a pass to a wallet`,
  pass_removed: msg`Removes a pass from a wallet`,
  order: msg`Places an order`,
  segment_entered: msg`Enters a segment`,
  birthday: msg`Has a birthday`,
  quiet_days: msg`Has been quiet for days`,
  points_expiring: msg`Points are about to expire`,
};

export const EVENT_KINDS = [
  ...(["scan", "submit", "vote", "redemption", "play"] as const),
  ...(["pass_installed", "pass_removed", "order", "segment_entered"] as const),
] satisfies readonly EventRule["kind"][];

export const STEP_KINDS: Readonly<Record<Step["kind"], MessageDescriptor>> = {
  message: msg`Message`,
  wait: msg`Wait`,
  condition: msg`Condition`,
  exit: msg`Exit`,
};

export const CHANNELS = {
  sms: msg`Text message`,
  email: msg`Email`,
  wallet_push: msg`Pass message`,
  web_push: msg`Browser notification`,
  best: msg`Each person’s best channel`,
} as const;

export const REDEEMABLE = {
  one_time_code: msg`One-time code`,
  promo_code: msg`Promo code`,
  reward: msg`Reward`,
  prize: msg`Prize`,
  pass: msg`Pass`,
} as const;

export const RESULTS = { won: msg`Won`, lost: msg`Lost`, scored: msg`Scored` } as const;

const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  finished: msg`Went through all steps`,
  exit: msg`Left at an exit`,
  goal: msg`Reached the goal`,
  segment_left: msg`Not in the segment`,
  no_date: msg`Date unknown or past`,
  too_late: msg`Step was more than two days late`,
  merged: msg`Merged into another profile`,
  archived: msg`Automation archived`,
};

/** Returns the reason why a person left, in words. */
export function endName(reason: string): string {
  const known = REASONS[reason];
  return known === undefined ? reason : t(known);
}

/** Describes who enters. */
export function triggerInWords(trigger: Trigger): string {
  const days = trigger.days ?? 0;
  switch (trigger.kind) {
    case "birthday":
      return days === 0
        ? t`On their birthday`
        : plural(days, { one: "# day before their birthday", other: "# days before their birthday" });
    case "quiet_days":
      return plural(days, { one: "After # quiet day", other: "After # quiet days" });
    case "points_expiring":
      return plural(days, { one: "# day before points expire", other: "# days before points expire" });
    default:
      return withNarrowing(t(TRIGGERS[trigger.kind]), trigger);
  }
}

/** Describes what people do to reach the goal. */
export function goalInWords(goal: EventRule): string {
  return withNarrowing(t(TRIGGERS[goal.kind]), goal);
}

function withNarrowing(act: string, rule: Trigger | EventRule): string {
  const parts = [
    placesInWords(rule),
    rule.results !== undefined && rule.results.length > 0
      ? formatChoices(rule.results.map((one) => t(RESULTS[one])))
      : null,
    rule.redeemed !== undefined && rule.redeemed.length > 0
      ? formatChoices(rule.redeemed.map((one) => t(REDEEMABLE[one])))
      : null,
  ].filter((one) => one !== null);
  return parts.length === 0 ? act : `${act} · ${parts.join(" · ")}`;
}

function placesInWords(rule: Trigger | EventRule): string | null {
  const places = [rule.codes, rule.pages, rule.folders, rule.placements, rule.forms, rule.games, rule.templates].reduce(
    (sum, one) => sum + (one?.length ?? 0),
    0,
  );
  return places === 0 ? null : plural(places, { one: "at # place", other: "at # places" });
}

const UNITS = {
  minutes: (amount: number) => plural(amount, { one: "Wait # minute", other: "Wait # minutes" }),
  hours: (amount: number) => plural(amount, { one: "Wait # hour", other: "Wait # hours" }),
  days: (amount: number) => plural(amount, { one: "Wait # day", other: "Wait # days" }),
} as const;

/** Describes until when a step waits. */
export function waitInWords(step: WaitStep): string {
  if (typeof step.amount === "number") {
    return UNITS[step.unit ?? "days"](step.amount);
  }
  if (typeof step.until === "string") {
    return t`Wait until ${step.until}, their time`;
  }
  const field = step.date_field === "birthday" ? t`their birthday` : (step.date_field ?? "");
  return t`Wait until ${field}, ${step.at ?? "09:00"} their time`;
}

/** Returns the beginning of a message's text. */
export function firstWords(step: Extract<Step, { kind: "message" }>): string {
  const content = step.contents[0];
  const text = content?.subject || content?.sms || content?.push || content?.notice || "";
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
