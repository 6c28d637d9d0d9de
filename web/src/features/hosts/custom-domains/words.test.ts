import { expect, test } from "vitest";
import { askedWords } from "@/features/hosts/custom-domains/words";

test.each([
  [1, 0, "Asked for once by a person"],
  [1200, 1, "Asked for 1,200 times by people and once by a bot"],
  [0, 2, "Asked for 2 times by bots, by no person"],
])("%i people and %i bots are told apart in words", (people, bots, words) => {
  expect(askedWords({ people, bots })).toBe(words);
});
