import { expect, test } from "vitest";
import { bodyOf, EMPTY_POLL, problemsOf } from "@/features/content/polls/poll-form";

test("a poll needs a question and two different answers", () => {
  expect(problemsOf(EMPTY_POLL)).toEqual({ question: "Enter a question", choices: "Enter at least two answers" });
  expect(problemsOf({ ...EMPTY_POLL, question: "Tea?", choices: ["Yes", " "] })).toEqual({
    choices: "Enter at least two answers",
  });
  expect(problemsOf({ ...EMPTY_POLL, question: "Tea?", choices: ["Yes", "yes "] })).toEqual({
    choices: "Answers must be different",
  });
  expect(problemsOf({ ...EMPTY_POLL, question: "Tea?", choices: ["Yes", "No"] })).toEqual({});
});

test("empty answers and surrounding spaces are left out of the request", () => {
  expect(bodyOf("abc", { ...EMPTY_POLL, question: " Tea? ", choices: ["Yes ", "", "No"] })).toEqual({
    code_id: "abc",
    question: "Tea?",
    choices: [{ label: "Yes" }, { label: "No" }],
    changeable: false,
    show_results: "after",
  });
});
