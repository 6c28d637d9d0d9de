import type { Draft, Game, PrizeDraft, Texts } from "@/features/promotions/games/types";

export const NO_TEXTS: Texts = { title: "", intro: "", button: "", win: "", lose: "", terms: "" };

/** An empty prize. */
export const NEW_PRIZE: PrizeDraft = {
  prize_id: null,
  name: "",
  translations: {},
  picture_url: null,
  gives: "screen",
  batch_id: null,
  base_code_id: null,
  template_id: null,
  reward_id: null,
  points: null,
  cost_cents: null,
  claim_days: 30,
  stock: 100,
  odds_ppm: 50_000,
  moments: 0,
  spread: "even",
  paced: false,
  catch_up: 1,
  per_person: null,
  per_day: null,
  per_place: null,
  min_score: null,
  is_consolation: false,
};

/** Returns the editable part of a game. */
export function draftOf(game: Game): Draft {
  const { limits, gates, round, look } = game;
  return {
    name: game.name,
    kind: game.kind,
    starts_at: game.starts_at,
    ends_at: game.ends_at,
    time_zone: game.time_zone,
    texts: Object.fromEntries(Object.entries(game.texts).map(([language, it]) => [language, { ...NO_TEXTS, ...it }])),
    look: { color: look.color ?? null, picture_url: look.picture_url ?? null, sound: look.sound ?? false },
    hours: game.hours,
    at_end_of_stock: game.at_end_of_stock,
    limits: {
      by: limits.by ?? "cookie",
      per_person: limits.per_person ?? null,
      per_person_day: limits.per_person_day ?? null,
      wins_per_person: limits.wins_per_person ?? null,
      per_day: limits.per_day ?? null,
      per_place_day: limits.per_place_day ?? null,
      in_all: limits.in_all ?? null,
      per_receipt: limits.per_receipt ?? null,
      purchase: limits.purchase ?? "receipt",
    },
    gates: {
      min_age: gates.min_age ?? null,
      countries: gates.countries ?? [],
      terms_version: gates.terms_version ?? null,
      terms_url: gates.terms_url ?? null,
      places: gates.places ?? [],
    },
    round: { seconds: round.seconds ?? 60, pairs: round.pairs ?? 6, questions: round.questions ?? [] },
    teams: game.teams,
    prizes: game.prizes.map((prize) => {
      const { taken: _, ...written } = prize;
      return { ...NEW_PRIZE, ...written };
    }),
  };
}

/** Returns the part that can still be edited after publication. */
export function openPartOf({ name, texts, look }: Draft): Partial<Draft> {
  return { name, texts, look };
}

/** Returns a copy that can be published independently: its prizes are new, and it starts now with the same duration. */
export function copyOf(game: Game, name: string, now: number): Draft {
  const draft = draftOf(game);
  const length = Date.parse(game.ends_at) - Date.parse(game.starts_at);
  return {
    ...draft,
    name,
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + length).toISOString(),
    prizes: draft.prizes.map((prize) => ({ ...prize, prize_id: null })),
  };
}

/** The parts of the builder. */
export const PARTS = ["game", "prizes", "plan", "limits", "look", "texts"] as const;
export type Part = (typeof PARTS)[number];

const PART_OF: readonly [RegExp, Part][] = [
  [/^prizes/, "prizes"],
  [/^(starts_at|ends_at|time_zone|hours|at_end_of_stock)/, "plan"],
  [/^(limits|gates)/, "limits"],
  [/^look/, "look"],
  [/^texts/, "texts"],
];

/** Returns the part of the builder that contains a field. */
export function partOf(field: string): Part {
  return PART_OF.find(([pattern]) => pattern.test(field))?.[1] ?? "game";
}

/** Returns the error of a field: its own, or the first one inside it. */
export function problemAt(problems: Readonly<Record<string, string>>, field: string): string | undefined {
  return problems[field] ?? Object.entries(problems).find(([name]) => name.startsWith(`${field}.`))?.[1];
}
