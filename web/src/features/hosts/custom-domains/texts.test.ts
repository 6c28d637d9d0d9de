import { expect, test } from "vitest";
import { requestsText } from "@/features/hosts/custom-domains/texts";

test.each([
  [1, 0, "1 request by a person"],
  [1200, 1, "1,200 requests by people and 1 request by a bot"],
  [0, 2, "2 requests by bots, none by people"],
])("%i people and %i bots are told apart in words", (people, bots, words) => {
  expect(requestsText({ people, bots })).toBe(words);
});
