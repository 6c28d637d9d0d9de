import { expect, test } from "vitest";
import { placementFormOf, propertiesOf } from "@/features/codes/codes/placement";

test("a placement that is opened and saved again stays the same", () => {
  const properties = { store: "Midtown", table: "4", latitude: "40.75", longitude: "-73.98" };
  expect(propertiesOf(placementFormOf(properties))).toEqual({ properties, problems: {} });
  expect(propertiesOf(placementFormOf({}))).toEqual({ properties: {}, problems: {} });
});

test.each([
  [{ latitude: "91", longitude: "0" }, "latitude"],
  [{ latitude: "0", longitude: "east" }, "longitude"],
  [{ latitude: "0", longitude: "" }, "longitude"],
  [{ rows: [{ key: "a", name: "", value: "Midtown" }] }, "name-a"],
  [{ rows: [{ key: "a", name: "latitude", value: "1" }] }, "name-a"],
])("%o cannot be saved", (said, field) => {
  const { problems } = propertiesOf({ rows: [], latitude: "", longitude: "", ...said });
  expect(Object.keys(problems)).toEqual([field]);
});

test("a decimal comma becomes a point", () => {
  const { properties } = propertiesOf({ rows: [], latitude: "47,37", longitude: "8,54" });
  expect(properties).toEqual({ latitude: "47.37", longitude: "8.54" });
});
