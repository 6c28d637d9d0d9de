import { screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CodeStockCard } from "@/features/insights/analytics/components/code-stock-card";
import { renderApp } from "@/shared/testing/render";
import { stubIntersectionObserver } from "@/shared/testing/intersection";
import { calls } from "@/shared/testing/calls";

const asked: unknown[] = [];
let rows: Record<string, unknown>[] = [];

beforeEach(() => {
  asked.length = 0;
  stubIntersectionObserver();
  vi.spyOn(calls, "POST").mockImplementation(((_: string, init: { body: unknown }) => {
    asked.push(init.body);
    return Promise.resolve({ data: { rows }, response: new Response() });
  }) as never);
});

function show(filters: Record<string, string[]>, onlyIfAny = false) {
  return renderApp(
    <MemoryRouter>
      <CodeStockCard question={{ interval: "30day", filters }} onlyIfAny={onlyIfAny} />
    </MemoryRouter>,
  );
}

test("each kind shows how many codes are issued, used up, withdrawn and left", async () => {
  rows = [
    { kind: "one_time_code", issued: 12_000, used: 40, used_up: 40, voided: 60, expired: 0, left_over: 11_900 },
    { kind: "promo_code", issued: 5, used: 9, used_up: 0, voided: 0, expired: 5, left_over: 0 },
  ];
  show({ code: ["menu"] });

  expect(await screen.findByText("40 used up · 11,900 left · 60 withdrawn")).toBeVisible();
  expect(screen.getByText("0 left · 5 expired · 9 uses")).toBeVisible();
  expect(screen.getByRole("link", { name: "All batches" })).toHaveAttribute(
    "href",
    "/admin/reports?report=code_batches",
  );
  expect(asked).toMatchObject([{ report: "code_stock", filters: { code: ["menu"] } }]);
});

test("filters that batches do not support are named, and nothing is fetched", async () => {
  show({ country: ["US"] });

  expect(await screen.findByText(/can’t be filtered by country/)).toBeVisible();
  expect(asked).toEqual([]);
});

test("a range without issued codes says so", async () => {
  rows = [];
  show({});

  expect(await screen.findByText("No codes issued yet")).toBeVisible();
});

test("the card of a code without issued codes is hidden, whatever the filters", async () => {
  rows = [];
  const { unmount } = show({ code: ["menu"], country: ["US"] }, true);
  await waitFor(() => expect(asked).toMatchObject([{ report: "code_stock", filters: { code: ["menu"] } }]));
  expect(asked).not.toMatchObject([{ filters: { country: ["US"] } }]);
  expect(screen.queryByRole("region")).toBeNull();
  unmount();

  rows = [{ kind: "promo_code", issued: 5, used: 0, used_up: 0, voided: 0, expired: 0, left_over: 5 }];
  show({ code: ["coupon"], country: ["US"] }, true);
  expect(await screen.findByText(/can’t be filtered by country/)).toBeVisible();
});

test("a code without scans has the card only if codes were issued", async () => {
  rows = [];
  show({ code: ["menu"] }, true);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole("region")).toBeNull();

  rows = [{ kind: "one_time_code", issued: 7, used: 0, used_up: 0, voided: 0, expired: 0, left_over: 7 }];
  show({ code: ["coupon"] }, true);
  expect(await screen.findByText("7 left")).toBeVisible();
});
