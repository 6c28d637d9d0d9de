import { t } from "@lingui/core/macro";
import type { Question } from "@/features/promotions/games/types";

function question(id: string, text: string, answers: readonly string[], right: number): Question {
  const choices = answers.map((answer, place) => ({ id: "abc".charAt(place), text: answer }));
  return { id, text, choices, correct: "abc".charAt(right), picture_url: null };
}

/** Five questions about coffee. */
export const QUIZ = (): Question[] => [
  question("bean", t`What is a coffee bean?`, [t`The seed of a cherry`, t`A legume`, t`A nut`], 0),
  question("espresso", t`How long does an espresso take to run?`, [t`5 seconds`, t`25 seconds`, t`2 minutes`], 1),
  question("origin", t`Where does coffee come from?`, [t`Brazil`, t`Italy`, t`Ethiopia`], 2),
  question("milk", t`Which drink has the most milk?`, [t`Caffè latte`, t`Cortado`, t`Macchiato`], 0),
  question(
    "store",
    t`How are beans stored best?`,
    [t`In the fridge`, t`Airtight and dark`, t`In a glass on the sill`],
    1,
  ),
];
