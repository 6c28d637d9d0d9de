import { t } from "@lingui/core/macro";
import type { CreatePoll, ShowResults } from "@/features/content/polls/types";

export const MIN_CHOICES = 2;
export const MAX_CHOICES = 50;
export const MAX_LETTERS = 200;

export interface PollForm {
  question: string;
  choices: readonly string[];
  changeable: boolean;
  showResults: ShowResults;
}

export const EMPTY_POLL: PollForm = { question: "", choices: ["", ""], changeable: false, showResults: "after" };

export interface PollProblems {
  question?: string;
  choices?: string;
}

/** Returns what is missing, in words. Empty answers are ignored, so two must be filled in. */
export function problemsOf(form: PollForm): PollProblems {
  const answers = answersOf(form);
  const known = new Set(answers.map((answer) => answer.toLowerCase()));
  return {
    ...(form.question.trim() === "" ? { question: t`Enter a question` } : {}),
    ...(answers.length < MIN_CHOICES
      ? { choices: t`Enter at least two answers` }
      : known.size < answers.length
        ? { choices: t`Answers must be different` }
        : {}),
  };
}

/** Returns the request that creates the poll. */
export function bodyOf(codeId: string, form: PollForm): CreatePoll {
  return {
    code_id: codeId,
    question: form.question.trim(),
    choices: answersOf(form).map((label) => ({ label })),
    changeable: form.changeable,
    show_results: form.showResults,
  };
}

function answersOf(form: PollForm): string[] {
  return form.choices.map((choice) => choice.trim()).filter(Boolean);
}
