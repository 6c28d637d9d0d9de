import { expect, test } from "vitest";
import {
  type AnalyticsView,
  DEFAULT_VIEW,
  formatView,
  parseView,
  withoutValue,
  withValue,
} from "@/features/insights/analytics/filters";

test("an empty URL means the last seven days without filters or bots", () => {
  const view = parseView(new URLSearchParams());
  expect(view).toEqual({
    range: { kind: "preset", interval: "7day" },
    filters: {},
    includeBots: false,
    ...DEFAULT_VIEW,
  });
  expect(formatView(view).toString()).toBe("");
});

test.each<AnalyticsView>([
  { range: { kind: "preset", interval: "-1day" }, filters: {}, includeBots: true, ...DEFAULT_VIEW },
  {
    range: { kind: "custom", from: "2026-01-31", to: "2026-02-28" },
    filters: {
      country: ["US", "-CA"],
      city: ["São Paulo & more=?"],
      referrer: [""],
      "property:aisle & shelf=?": ["4", "-'5'"],
    },
    includeBots: false,
    asOf: "current",
    tab: "journeys",
    metric: "people",
    cards: ["city", "utm_medium", "property:store"],
    granularity: "hour",
    compare: "year",
    alone: true,
    cross: ["property:store", "code"],
  },
  { range: { kind: "preset", interval: "december" }, filters: { code: ["-"] }, includeBots: false, ...DEFAULT_VIEW },
  {
    range: { kind: "preset", interval: "7day" },
    filters: { folder: ["fld_1"] },
    includeBots: false,
    ...DEFAULT_VIEW,
    asOf: "at_event_time",
  },
])("what is written into the address is read back", (view) => {
  expect(parseView(new URLSearchParams(formatView(view).toString()))).toEqual(view);
});

test("the older spelling of a point in time is still read", () => {
  expect(parseView(new URLSearchParams("as_of=then"))).toEqual(parseView(new URLSearchParams("as_of=at_event_time")));
});

test("invalid values in a URL are ignored", () => {
  const search = new URLSearchParams(
    "interval=soon&from=2026-02-01&to=2026-01-01&bots=yes&shoe=44&metric=luck&card=shoe&property:=1&granularity=second&compare=x",
  );
  expect(parseView(search)).toEqual(parseView(new URLSearchParams()));
});

test("a value is never included and excluded at the same time", () => {
  const only = withValue({}, "country", "US");
  expect(only).toEqual({ country: ["US"] });
  expect(withValue(only, "country", "-US")).toEqual({ country: ["-US"] });
  expect(withoutValue(only, "country", "US")).toEqual({});
});
