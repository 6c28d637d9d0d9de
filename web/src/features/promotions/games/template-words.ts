import { NO_TEXTS } from "@/features/promotions/games/draft";
import type { Draft, Question, Texts } from "@/features/promotions/games/types";

/** The texts of a template in one language: its texts, prizes and questions in order. */
interface Occasion {
  texts: readonly string[];
  prizes: readonly string[];
  /** Each followed by its answers. */
  questions?: readonly (readonly string[])[];
}

const FILES = import.meta.glob<Record<string, Occasion>>("./words/*.json", { eager: true, import: "default" });
const ORDER = ["title", "intro", "button", "win", "lose", "terms"] as const satisfies readonly (keyof Texts)[];

const occasionsOf = (id: string) =>
  Object.entries(FILES).flatMap(([file, words]) => {
    const occasion = words[id];
    const language = file.replace(/^.*\/|\.json$/g, "");
    return occasion === undefined ? [] : [{ language, ...occasion }];
  });

/** Returns the draft of a template with its texts in every language of visitor pages. */
export function inAllLanguages(id: string, draft: Draft): Draft {
  const occasions = occasionsOf(id);
  const texts = occasions.map(({ language, texts: written }) => {
    const named = ORDER.map((name, place) => [name, written[place] ?? ""] as const);
    return [language, { ...NO_TEXTS, ...Object.fromEntries(named) }] as const;
  });
  const prizes = draft.prizes.map((prize, place) => ({
    ...prize,
    translations: Object.fromEntries(
      occasions.map(({ language, prizes: names }) => [language, { name: names[place] ?? prize.name }]),
    ),
  }));
  const questions = draft.round.questions.map((question, place) => translated(question, place, occasions));
  return {
    ...draft,
    texts: { ...draft.texts, ...Object.fromEntries(texts) },
    prizes,
    round: { ...draft.round, questions },
  };
}

function translated(question: Question, place: number, occasions: ReturnType<typeof occasionsOf>): Question {
  const textsAt = (at: number) =>
    Object.fromEntries(
      occasions.flatMap(({ language, questions }) => {
        const text = questions?.[place]?.[at];
        return text === undefined ? [] : [[language, { text }] as const];
      }),
    );
  const choices = question.choices.map((choice, at) => ({ ...choice, translations: textsAt(at + 1) }));
  return { ...question, translations: textsAt(0), choices };
}
