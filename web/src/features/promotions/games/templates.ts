import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { NEW_PRIZE, NO_TEXTS } from "@/features/promotions/games/draft";
import { QUIZ } from "@/features/promotions/games/template-quiz";
import type { Draft, Kind, Limits, PrizeDraft, Texts } from "@/features/promotions/games/types";

const PICTURES = "/visitor/assets/prizes/";
const DAY_MS = 24 * 3_600_000;

/** A complete game for an occasion. */
export interface GameTemplate {
  id: string;
  kind: Kind;
  name: MessageDescriptor;
  text: MessageDescriptor;
  poster: string;
  draft: (now: number, zone: string) => Draft;
}

const picture = (name: string) => `${PICTURES}${name}.svg`;

function prize(name: string, drawn: string, values: Partial<PrizeDraft>): PrizeDraft {
  return { ...NEW_PRIZE, name, picture_url: picture(drawn), ...values };
}

interface Outline {
  id: string;
  kind: Kind;
  name: MessageDescriptor;
  text: MessageDescriptor;
  color: string;
  days: number;
  texts: () => Partial<Texts>;
  prizes: () => PrizeDraft[];
  limits?: Partial<Limits>;
  rest?: () => Partial<Draft>;
}

/** Returns hourly weights from one hour to another, and 0 outside. */
const hoursFrom = (from: number, until: number) =>
  Array.from({ length: 24 }, (_, hour) => (hour >= from && hour < until ? 1 : 0));

const OUTLINES: readonly Outline[] = [
  {
    id: "opening",
    kind: "wheel",
    name: msg`Opening day wheel`,
    text: msg`A wheel for a new shop: a small gift for many, a large one for a few`,
    color: "#0f766e",
    days: 3,
    texts: () => ({
      title: t`We are open! Spin and win`,
      intro: t`One spin for each guest a day. Show your prize at the counter.`,
      button: t`Spin the wheel`,
      win: t`Show this screen at the counter. We look forward to seeing you!`,
      lose: t`Not this time. Come back tomorrow for another spin.`,
      terms: t`One spin for each person a day while stocks last. Prizes cannot be exchanged for cash.`,
    }),
    prizes: () => [
      prize(t`Free coffee`, "coffee", { stock: 300, odds_ppm: 200_000, paced: true, catch_up: 2, cost_cents: 60 }),
      prize(t`Croissant`, "croissant", { stock: 200, odds_ppm: 120_000, paced: true, catch_up: 2, cost_cents: 90 }),
      prize(t`20% off today`, "percent", { stock: 500, odds_ppm: 250_000, claim_days: 1, cost_cents: 150 }),
      prize(t`Mug of the house`, "mug", { stock: 12, odds_ppm: 0, moments: 12, cost_cents: 600, per_person: 1 }),
    ],
    limits: { wins_per_person: 2 },
    rest: () => ({ hours: hoursFrom(8, 20) }),
  },
  {
    id: "holiday",
    kind: "scratch",
    name: msg`Holiday scratch card`,
    text: msg`A card for each day until the holidays, with winning moments`,
    color: "#b91c1c",
    days: 24,
    texts: () => ({
      title: t`Scratch a card every day`,
      intro: t`A new card each day until the holidays.`,
      button: t`Scratch today’s card`,
      win: t`Happy holidays! Your gift waits for you.`,
      lose: t`No gift below this one. Tomorrow there is a new card.`,
      terms: t`One card for each person a day. Prizes that are not claimed within 14 days are given to others.`,
    }),
    prizes: () => [
      prize(t`Gift box`, "gift", {
        stock: 24,
        odds_ppm: 0,
        moments: 24,
        cost_cents: 2500,
        gives: "form",
        claim_days: 14,
        per_person: 1,
      }),
      prize(t`Tree ornament`, "ornament", {
        stock: 240,
        odds_ppm: 60_000,
        paced: true,
        catch_up: 3,
        cost_cents: 250,
        claim_days: 14,
      }),
      prize(t`Warm mittens`, "mittens", {
        stock: 48,
        odds_ppm: 0,
        moments: 48,
        spread: "random",
        cost_cents: 800,
        claim_days: 14,
        per_person: 1,
      }),
    ],
  },
  {
    id: "happy-hour",
    kind: "slot",
    name: msg`Happy-hour slot machine`,
    text: msg`Short and lively: drinks and snacks between five and eight`,
    color: "#7e22ce",
    days: 7,
    texts: () => ({
      title: t`Three alike win`,
      intro: t`From five to eight. Pull once a day, from the age of 18.`,
      button: t`Pull the lever`,
      win: t`Cheers! Show this screen at the bar.`,
      lose: t`So close. Tomorrow at five there is another pull.`,
      terms: t`From the age of 18. Please drink responsibly.`,
    }),
    prizes: () => [
      prize(t`Free cocktail`, "cocktail", {
        stock: 40,
        odds_ppm: 40_000,
        paced: true,
        catch_up: 3,
        cost_cents: 220,
        claim_days: 1,
        per_day: 8,
      }),
      prize(t`Bar snack`, "snack", {
        stock: 140,
        odds_ppm: 120_000,
        paced: true,
        catch_up: 2,
        cost_cents: 110,
        claim_days: 1,
        per_day: 30,
      }),
      prize(t`Half price on the next round`, "percent", {
        stock: null,
        odds_ppm: 150_000,
        cost_cents: 300,
        claim_days: 1,
      }),
    ],
    rest: () => ({
      hours: hoursFrom(17, 20),
      gates: { min_age: 18, countries: [], terms_version: "1", terms_url: null, places: [] },
    }),
  },
  {
    id: "quiz",
    kind: "quiz",
    name: msg`Product quiz`,
    text: msg`Five questions about what you sell; the best get a voucher`,
    color: "#c2410c",
    days: 14,
    texts: () => ({
      title: t`How well do you know coffee?`,
      intro: t`Five questions. Right and fast answers score.`,
      button: t`Start the quiz`,
      win: t`Well done! Your prize is on its way.`,
      lose: t`Thank you for playing. Read on and try again tomorrow.`,
      terms: t`One round for each person a day. The decision about suspicious scores is ours.`,
    }),
    prizes: () => [
      prize(t`Tasting for two`, "ticket", {
        stock: 10,
        odds_ppm: 100_000,
        min_score: 4000,
        cost_cents: 3000,
        gives: "form",
        per_person: 1,
      }),
      prize(t`Coffee book`, "book", {
        stock: 30,
        odds_ppm: 200_000,
        min_score: 3000,
        cost_cents: 1200,
        gives: "form",
        per_person: 1,
      }),
      prize(t`10% off beans`, "percent", { stock: null, odds_ppm: 0, is_consolation: true, cost_cents: 120 }),
    ],
    rest: () => ({ round: { seconds: 90, pairs: 6, questions: QUIZ() } }),
  },
  {
    id: "fair",
    kind: "memory",
    name: msg`Trade-fair memory`,
    text: msg`Pairs against the clock at your stand, with leads and a daily ranking`,
    color: "#1d4ed8",
    days: 4,
    texts: () => ({
      title: t`Find all pairs`,
      intro: t`Eight pairs, sixty seconds. The best of each day are on the board at our stand.`,
      button: t`Start`,
      win: t`Leave your contact, and pick up your prize at our stand.`,
      lose: t`Good game. Come by and say hello all the same!`,
      terms: t`Two rounds for each person a day, during the fair.`,
    }),
    prizes: () => [
      prize(t`Headphones`, "headphones", {
        stock: 4,
        odds_ppm: 0,
        moments: 4,
        min_score: 6000,
        cost_cents: 4900,
        gives: "form",
        per_person: 1,
      }),
      prize(t`Tote bag`, "tote", {
        stock: 400,
        odds_ppm: 500_000,
        paced: true,
        catch_up: 2,
        cost_cents: 180,
        per_person: 1,
      }),
    ],
    limits: { per_person_day: 2 },
    rest: () => ({ hours: hoursFrom(9, 18), round: { seconds: 60, pairs: 8, questions: [] } }),
  },
  {
    id: "match",
    kind: "tap_race",
    name: msg`Match-day tap race`,
    text: msg`Ten seconds at half-time: the fastest fans win`,
    color: "#15803d",
    days: 1,
    texts: () => ({
      title: t`How fast is your thumb?`,
      intro: t`Ten seconds. Tap as often as you can!`,
      button: t`Kick off`,
      win: t`What a finish! Show this screen at the fan shop.`,
      lose: t`Final whistle. Try again after the next goal.`,
      terms: t`Three rounds for each person. Scores that no thumb reaches do not count.`,
    }),
    prizes: () => [
      prize(t`Signed jersey`, "jersey", {
        stock: 3,
        odds_ppm: 0,
        moments: 3,
        min_score: 60,
        cost_cents: 7500,
        gives: "form",
        per_person: 1,
      }),
      prize(t`Ticket for the next match`, "ticket", {
        stock: 20,
        odds_ppm: 20_000,
        min_score: 45,
        cost_cents: 2500,
        gives: "form",
        per_person: 1,
      }),
      prize(t`Bar snack`, "snack", { stock: 500, odds_ppm: 200_000, min_score: 30, cost_cents: 110, claim_days: 1 }),
    ],
    limits: { per_person_day: null, per_person: 3 },
    rest: () => ({ round: { seconds: 10, pairs: 6, questions: [] } }),
  },
];

function templateOf(outline: Outline): GameTemplate {
  const { id, kind, name, text, color, days } = outline;
  const poster = picture(`poster-${id}`);
  return {
    id,
    kind,
    name,
    text,
    poster,
    draft: (now, zone) => ({
      ...blankDraft(kind, t(name), now, zone),
      ends_at: new Date(now + days * DAY_MS).toISOString(),
      look: { color, picture_url: poster, sound: true },
      texts: { en: { ...NO_TEXTS, ...outline.texts() } },
      limits: { ...NO_LIMITS, ...outline.limits },
      prizes: outline.prizes(),
      ...outline.rest?.(),
    }),
  };
}

/** Six occasions, each with texts, prizes, a plan and pictures. */
export const TEMPLATES: readonly GameTemplate[] = OUTLINES.map(templateOf);

const NO_LIMITS: Limits = {
  by: "cookie",
  per_person: null,
  per_person_day: 1,
  wins_per_person: null,
  per_day: null,
  per_place_day: null,
  in_all: null,
  per_receipt: null,
  purchase: "receipt",
};

/** Returns an empty game of a kind that runs for the next two weeks. */
export function blankDraft(kind: Kind, name: string, now: number, zone: string): Draft {
  return {
    name,
    kind,
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 14 * DAY_MS).toISOString(),
    time_zone: zone,
    texts: {},
    look: { color: null, picture_url: null, sound: false },
    hours: [],
    at_end_of_stock: "go_on",
    limits: NO_LIMITS,
    gates: { min_age: null, countries: [], terms_version: null, terms_url: null, places: [] },
    round: { seconds: kind === "tap_race" ? 10 : 60, pairs: 6, questions: [] },
    teams: [],
    prizes: [],
  };
}
