import { expect, test } from "vitest";
import { readable, shownColumns, splitName } from "@/features/insights/analytics/report-cells";
import type { ReportColumn } from "@/features/insights/analytics/api/reports";

const HERE = { zone: "UTC", currency: "USD" };

const column = (name: string, type: ReportColumn["type"], unit = ""): ReportColumn => ({
  name,
  title: name,
  type,
  unit,
  definition: `what ${name} means`,
});

test("an ID and its name form one column, which cannot be sorted", () => {
  const shown = shownColumns(
    [column("key", "string"), column("key_name", "string"), column("paid", "int64")],
    "code",
    HERE,
  );

  expect(shown.map(({ title, sort }) => [title, sort])).toEqual([
    ["Code", null],
    ["paid", "paid"],
  ]);
  expect(shown[0]?.cell({ key: "abc", key_name: "Window", paid: 1 })).toBe("Window");
  expect(shown[0]?.cell({ key: "abc", key_name: null, paid: 1 })).toBe("abc");
  expect(shown[0]?.cell({ key: "", key_name: null, paid: 1 })).toBe("–");
});

test.each([
  ["share", 0.125, /12[.,]5/],
  ["cents", 123456, /1.?234[.,]56/],
  ["ms", 5912.3, /^5\.9 sec$/],
  ["count", 0, /^0$/],
])("%s of %d", (unit, value, text) => {
  const [shown] = shownColumns([column("value", "double", unit)], "", HERE);

  expect(shown?.cell({ value, currency: "USD" })).toMatch(text);
});

test("amounts have the decimals of their currency, or of the organisation's if there are several", () => {
  const [shown] = shownColumns([column("value", "double", "cents")], "", { zone: "UTC", currency: "JPY" });

  expect(shown?.cell({ value: 123456, currency: null })).toMatch(/^123[.,]456$/);
  expect(shown?.cell({ value: 123456, currency: "KWD" })).toMatch(/123[.,]456/);
  expect(shown?.cell({ value: 123456, currency: "EUR" })).toMatch(/1.?234[.,]56/);
});

test("the split of a report is named in words", () => {
  expect([splitName("total"), splitName("utm_source"), splitName("page")]).toEqual(["None", "UTM source", "Page"]);
});

test("IDs without a name are short and show their kind", () => {
  expect(readable("cmp_8fKq2LmPz7Rt")).toBe("Campaign 8fKq2L");
  expect(readable("gam_1pXc9RtL2mQz")).toBe("Game 1pXc9R");
  expect(readable("pro_kRgp4GPeqabc")).toBe("Promo code kRgp4G");
  expect(readable("otc_Y8QTzLjHNsds")).toBe("One-time code Y8QTzL");
  expect(readable("autumn_reading")).toBe("autumn_reading");
});

test("enumerated values are shown as words, but only in their own columns", () => {
  const [kind, channel, form] = shownColumns(
    [column("kind", "string"), column("channel", "string"), column("form", "string")],
    "",
    HERE,
  );

  expect(
    ["one_time_code", "master_key", "tap_race", "something_new"].map((value) => kind?.cell({ kind: value })),
  ).toEqual(["One-time code", "Master key", "Tap race", "something_new"]);
  expect(channel?.cell({ channel: "sms" })).toBe("Text message");
  expect(form?.cell({ form: "prize" })).toBe("prize");
});
