import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Narrowing } from "@/shared/components/narrowing";

test.each([
  ["nothing is there", { data: { total: 0 }, isPlaceholderData: false }, false, false],
  ["nothing was found", { data: { total: 0 }, isPlaceholderData: false }, true, true],
  ["the search was just cleared", { data: { total: 0 }, isPlaceholderData: true }, false, true],
  ["the list is on its way", { isPlaceholderData: false }, false, true],
  ["something is there", { data: { total: 1 }, isPlaceholderData: false }, false, true],
])("search while %s", (_, list, isNarrowed, isShown) => {
  render(
    <Narrowing list={list} isNarrowed={isNarrowed}>
      <input aria-label="Search" />
    </Narrowing>,
  );
  expect(screen.queryByLabelText("Search") !== null).toBe(isShown);
});
