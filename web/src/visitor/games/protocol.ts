/** The protocol of a game between the page and the server. */

/** `AbortSignal` of old browsers: before iOS 16 there are no deadlines, and requests are sent without. */
export interface Deadlines {
  timeout?: (milliseconds: number) => AbortSignal;
}

type Names = Record<string, { name?: string } | undefined>;
type Words = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>> | undefined>;

export type Kind = "wheel" | "scratch" | "slot" | "quiz" | "memory" | "tap_race";

/** A part of a wheel, or a symbol of reels; the last one is "no prize". */
export interface Segment {
  prize_id: string | null;
  name: string;
  picture_url: string | null;
}

/** The page's settings of its game: `data-game`. */
export interface Setup {
  code_id: string;
  kind: Kind;
  segments: Segment[];
  seconds: number | null;
  needs_position: boolean;
  needs_phone: boolean;
  can_play: boolean;
  offers_sound: boolean;
  /** The practice data, for places where nothing is stored. */
  practice?: Practice | null;
  words: Words;
}

export interface Claim {
  token: string;
  kind: "code" | "form" | "one_time" | "pass" | "reward" | "points" | "screen";
  until: string | null;
  /** When the prize was claimed, if the play was repeated and its prize was claimed in the meantime. */
  claimed_at?: string | null;
}

export interface Outcome {
  won: boolean;
  prize_id: string | null;
  name: string | null;
  picture_url: string | null;
  translations?: Names;
  segment: number;
  symbols: number[] | null;
  claim: Claim | null;
}

/** A text of the organisation in other languages, by language. */
export type Translations = Record<string, { text: string }>;

export interface Question {
  id: string;
  text: string;
  translations?: Translations;
  picture_url: string | null;
  choices: { id: string; text: string; translations?: Translations }[];
}

/** Each result of a game, and its round with the answers. */
export interface Practice {
  outcomes: Outcome[];
  round: Round | null;
  correct: Record<string, string>;
  min_scores: number[];
}

interface Round {
  seconds: number | null;
  questions: Question[] | null;
  cards: number | null;
}

/** The response to each request of a play. */
export interface Answer {
  play_id: string;
  number: number | null;
  commitment?: string;
  token: string | null;
  round: Round | null;
  cards?: Record<string, number | string>;
  matched?: number[];
  correct?: Record<string, string>;
  score: number | null;
  rank: number | null;
  held?: boolean;
  outcome: Outcome | null;
  plays_left?: number | null;
  next_play_at?: string | null;
  phone_proof?: string | null;
}

/** An action of the visitor in a round, in milliseconds after its start. */
export type Input = { at_ms: number } & ({ card: number } | { question: string; choice: string } | object);

/** What a visitor enters before the first play. */
export interface Entry {
  answers?: Record<string, string | number>;
  name?: string;
  player_seed?: string;
  position?: { latitude: number; longitude: number; accuracy: number };
}

export interface Problem {
  code?: string;
  detail?: string;
  message?: string;
  again_at?: string | null;
  errors?: { field?: string; code?: string }[];
}

/** The server refused a request, with the reason. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code ?? "refused");
  }
}

/** There was no response, despite all retries. */
export class NoAnswer extends Error {}

/** Generates the ID of a play, a UUID; browsers provide `crypto.randomUUID` only over TLS. */
export function newPlayId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
  return bytes.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const WAITS_MS = [400, 1000, 2000, 4000, 8000];
const TIMEOUT_MS = 10_000;

/**
 * Repeats a request until there is a response. A lost request is sent again unchanged, with the same `play_id`, and the
 * server gives the same response. Throws `Refused` or `NoAnswer`.
 */
export async function ask<Result>(path: string, body: object, handleRetry: () => void = () => undefined) {
  for (const wait of [...WAITS_MS, undefined]) {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: (AbortSignal as Deadlines).timeout?.(TIMEOUT_MS),
      });
      if (response.ok) {
        return (await response.json()) as Result;
      }
      if (response.status < 500) {
        throw new Refused((await response.json().catch(() => ({}))) as Problem);
      }
    } catch (error) {
      if (error instanceof Refused) {
        throw error;
      }
    }
    if (wait !== undefined) {
      handleRetry();
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  throw new NoAnswer();
}
