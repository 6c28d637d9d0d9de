import { expect, it } from "vitest";
import { codeIdIn } from "@/features/insights/home/components/share-page";

it("finds the code in an ID or a link, and nothing in anything else", () => {
  expect(codeIdIn(" 2345678ABC ")).toBe("2345678ABC");
  expect(codeIdIn("https://go.example/code/2345678ABC?utm=x")).toBe("2345678ABC");
  expect(codeIdIn("javascript:alert(1)")).toBeNull();
  expect(codeIdIn("")).toBeNull();
});
