import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import type { Game, Gives, Kind, Limits, ListedGame } from "@/features/promotions/games/types";
import { numberFormat } from "@/shared/format/formatters";

export const KINDS: Record<Kind, { name: MessageDescriptor; text: MessageDescriptor }> = {
  wheel: { name: msg`Wheel`, text: msg`Players spin; each prize is a segment` },
  scratch: { name: msg`Scratch card`, text: msg`Players scratch a field and see what is below` },
  slot: { name: msg`Slot machine`, text: msg`Three alike win` },
  quiz: { name: msg`Quiz`, text: msg`Right and fast answers score` },
  memory: { name: msg`Memory`, text: msg`Players find pairs against the clock` },
  tap_race: { name: msg`Tap race`, text: msg`As many taps as possible in a few seconds` },
};

/** Whether games of this kind have a score and a leaderboard. */
export function hasScore(kind: Kind): boolean {
  return kind === "quiz" || kind === "memory" || kind === "tap_race";
}

export const GIVES: Record<Gives, { name: MessageDescriptor; text: MessageDescriptor }> = {
  screen: { name: msg`Screen to show`, text: msg`Winners show it to your staff, who confirm the handover` },
  code: { name: msg`Promo code`, text: msg`Each winner gets a code of a promo batch, once` },
  one_time: {
    name: msg`One-time code`,
    text: msg`Each winner gets a new code of their own, which opens its page once`,
  },
  pass: { name: msg`Wallet pass`, text: msg`Each winner gets a new pass for Apple Wallet and Google Wallet` },
  reward: { name: msg`Reward`, text: msg`It is put on the winner’s card` },
  points: { name: msg`Points`, text: msg`They are put on the winner’s card` },
  form: { name: msg`Contact form`, text: msg`Winners leave their contact, and you send the prize` },
};

export const PLAYER_BY: Record<Limits["by"], { name: MessageDescriptor; text: MessageDescriptor }> = {
  cookie: { name: msg`Browser`, text: msg`Simple; people who clear their cookies can play again` },
  customer: { name: msg`Customer`, text: msg`Only known customers can play` },
  phone: {
    name: msg`Verified phone`,
    text: msg`Strict; players confirm their number once with a code sent by text message`,
  },
  network: { name: msg`Network`, text: msg`Strict; people on the same Wi-Fi count as one` },
};

const STATES = {
  draft: { label: msg`Draft`, color: "default" },
  soon: { label: msg`Scheduled`, color: "info" },
  open: { label: msg`Live`, color: "success" },
  over: { label: msg`Closing`, color: "warning" },
  ended: { label: msg`Ended`, color: "default" },
} as const;

type Timed = Pick<Game | ListedGame, "state" | "starts_at" | "ends_at">;

/** Returns the state of the game as visitors find it now. */
export function phaseOf({ state, starts_at, ends_at }: Timed, now: number): keyof typeof STATES {
  if (state !== "published") {
    return state;
  }
  if (now < Date.parse(starts_at)) {
    return "soon";
  }
  return now < Date.parse(ends_at) ? "open" : "over";
}

/** Returns how the state of a game is displayed. */
export function stateOf(game: Timed, now = Date.now()) {
  const { label, color } = STATES[phaseOf(game, now)];
  return { label: t(label), color };
}

const ONE_MILLION = 1_000_000;

/** Formats a chance in parts per million as a percentage with as many digits as it needs. */
export function chanceText(ppm: number): string {
  return numberFormat(undefined, { style: "percent", maximumFractionDigits: 4 }).format(ppm / ONE_MILLION);
}

/** Reasons for refused plays, by the server's names. */
const REFUSALS: Record<string, MessageDescriptor> = {
  already_played: msg`Played as often as allowed`,
  customer_needed: msg`Not a known customer`,
  game_not_started: msg`Before the start`,
  game_over: msg`After the end`,
  only_people_play: msg`Programs and other sites`,
  phone_needed: msg`No verified phone number`,
  place_needed: msg`No position`,
  prizes_gone: msg`No prizes left`,
  receipt_needed: msg`No receipt number`,
  receipt_used: msg`Receipt used already`,
  terms_needed: msg`Terms not accepted`,
  order_unknown: msg`Unknown order number`,
  team_needed: msg`No team chosen`,
  too_many_plays: msg`Total limit of plays reached`,
  too_young: msg`Too young`,
  wrong_country: msg`Wrong country`,
  wrong_place: msg`Too far away`,
};

/** Describes a refusal. */
export function refusalText(reason: string): string {
  const text = REFUSALS[reason];
  return text === undefined ? reason.replaceAll("_", " ") : t(text);
}

const SUSPICIONS: Record<string, MessageDescriptor> = {
  from_the_future: msg`Times later than the request`,
  never_wrong: msg`Never a wrong card`,
  times_go_back: msg`Times that go back`,
  too_fast: msg`Faster than anybody is`,
  too_regular: msg`As regular as a machine`,
};

/** Describes why a score is suspicious. */
export function suspicionText(suspicion: string): string {
  const text = SUSPICIONS[suspicion];
  return text === undefined ? suspicion.replaceAll("_", " ") : t(text);
}
