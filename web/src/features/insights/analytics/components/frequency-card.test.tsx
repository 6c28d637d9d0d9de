import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { FrequencyCard } from "@/features/insights/analytics/components/frequency-card";
import { RetentionCard } from "@/features/insights/analytics/components/retention-card";
import { renderApp } from "@/shared/testing/render";
import { stubIntersectionObserver } from "@/shared/testing/intersection";
import { calls } from "@/shared/testing/calls";

beforeEach(() => {
  stubIntersectionObserver();
  vi.spyOn(calls, "POST").mockImplementation(() =>
    Promise.resolve({ data: { rows: [], columns: [] }, response: new Response() }),
  );
});

test.each([true, false])("where bots are counted (%s), what never counts them says so", async (include_bots) => {
  const question = { interval: "30day", filters: {}, include_bots } as const;
  renderApp(
    <>
      <FrequencyCard question={question} />
      <RetentionCard question={question} />
    </>,
  );

  expect(await screen.findByText("No visitors in this range")).toBeVisible();
  expect(screen.queryAllByText(/excluding bots|Bots are excluded/)).toHaveLength(include_bots ? 2 : 0);
});
