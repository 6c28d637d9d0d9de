import { expect, test } from "vitest";
import { EMPTY_VISITOR, visitorOf } from "@/features/codes/rules/simulated-visitor";

test.each(["?table=7", "table=7", "https://go.example/code/abc?table=7#top", " /x?table=7 "])(
  "%s ends with table=7",
  (query) => {
    expect(visitorOf({ ...EMPTY_VISITOR, query }, "UTC").query).toBe("table=7");
  },
);
