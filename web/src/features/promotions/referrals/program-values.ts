import { msg, t } from "@lingui/core/macro";
import type { ReferralProgram, ReferralReward } from "@/features/promotions/referrals/api/referrals";

/** Parses a whole number. NaN if it is invalid. */
function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : NaN;
}

/** The error of a field without a whole number. */
const NO_WHOLE = msg`Enter a whole number, without separators`;

export const NUMBERS = {
  days_to_act: { label: msg`Days the friend has to qualify`, hint: null },
  daily_limit: { label: msg`Friends per customer in 24 hours`, hint: msg`Any more wait for your review` },
  cap_total: { label: msg`Most rewards per referrer`, hint: msg`Leave empty for no limit` },
  cap_count: { label: msg`Most rewards in the period below`, hint: msg`Leave empty for no limit` },
  cap_days: { label: msg`Period in days`, hint: null },
} as const;
export type NumberName = keyof typeof NUMBERS;
const NAMES = Object.keys(NUMBERS) as NumberName[];

type Side = "friend_reward" | "referrer_reward";
type Action = ReferralProgram["actions"][number];

interface RewardValues {
  kind: ReferralReward["kind"];
  amount: string;
  reward_id: string;
}

interface WordsValues {
  language: string;
  heading: string;
  text: string;
}

/** The values of the form, as text. */
export interface ProgramValues extends Record<NumberName, string>, Record<Side, RewardValues> {
  is_active: boolean;
  codes_for: ReferralProgram["codes_for"];
  actions: readonly Action[];
  upper_amounts: string;
  code_id: string;
  words: readonly WordsValues[];
}

/** Converts a programme to form values. */
export function valuesOf(program: ReferralProgram): ProgramValues {
  const numbers = Object.fromEntries(NAMES.map((name) => [name, String(program[name] ?? "")])) as Record<
    NumberName,
    string
  >;
  return {
    ...numbers,
    is_active: program.is_active,
    codes_for: program.codes_for,
    actions: program.actions,
    friend_reward: rewardValues(program.friend_reward),
    referrer_reward: rewardValues(program.referrer_reward),
    upper_amounts: program.upper_amounts.join(", "),
    code_id: program.code_id ?? "",
    words: Object.entries(program.words).map(([language, words]) => ({ language, ...words })),
  };
}

function rewardValues({ kind, amount, reward_id }: ReferralReward): RewardValues {
  return { kind, amount: String(amount), reward_id: reward_id ?? "" };
}

/** Returns the errors by field. */
export function problemsOf(values: ProgramValues): Record<string, string> {
  const typed: (readonly [string, string])[] = NAMES.map((name) => [name, values[name]]);
  for (const side of ["friend_reward", "referrer_reward"] as const) {
    if (values[side].kind === "points" || values[side].kind === "stamps") {
      typed.push([`${side}.amount`, values[side].amount || "-"]);
    }
  }
  typed.push(...uppers(values).map((text) => ["upper_amounts", text] as const));
  const found: Record<string, string> = Object.fromEntries(
    typed
      .filter(([, text]) => text.trim() !== "" && Number.isNaN(wholeNumber(text)))
      .map(([name]) => [name, t(NO_WHOLE)] as const),
  );
  if (values.actions.length === 0) {
    found.actions = t`Choose at least one`;
  }
  return found;
}

function uppers(values: ProgramValues): string[] {
  return values.upper_amounts.split(",").flatMap((text) => (text.trim() === "" ? [] : [text.trim()]));
}

/** Returns the programme to save. Empty numbers get their defaults. */
export function programOf(values: ProgramValues): ReferralProgram {
  const numbers = Object.fromEntries(
    NAMES.filter((name) => values[name].trim() !== "").map((name) => [name, wholeNumber(values[name])]),
  );
  return {
    ...numbers,
    is_active: values.is_active,
    codes_for: values.codes_for,
    actions: [...values.actions],
    friend_reward: rewardOf(values.friend_reward),
    referrer_reward: rewardOf(values.referrer_reward),
    upper_amounts: hasUnit(values) ? uppers(values).map(wholeNumber) : [],
    code_id: values.code_id.trim() || null,
    words: Object.fromEntries(
      values.words
        .filter(({ language, heading, text }) => language !== "" && (heading.trim() !== "" || text.trim() !== ""))
        .map(({ language, heading, text }) => [language, { heading, text }]),
    ),
  } as ReferralProgram;
}

/** Whether the referrer gets points or stamps, so that higher levels can get them too. */
export function hasUnit({ referrer_reward: { kind } }: Pick<ProgramValues, "referrer_reward">): boolean {
  return kind === "points" || kind === "stamps";
}

function rewardOf({ kind, amount, reward_id }: RewardValues): ReferralReward {
  const isCounted = kind === "points" || kind === "stamps";
  return {
    kind,
    amount: isCounted ? wholeNumber(amount) : 1,
    reward_id: kind === "reward" ? reward_id || null : null,
  };
}
