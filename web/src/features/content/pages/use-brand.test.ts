import { expect, it } from "vitest";
import type { RootProps } from "@/blocks/types";
import { brandOn } from "@/features/content/pages/use-brand";

const BRAND = { name: "Harbor", logo_url: "/media/logo.png", cover_url: "/media/cover.webp" };

it("shows no cover of the organisation on a page with its own theme", () => {
  const own = { name: "paper", logo: null, cover: null } as RootProps["theme"];

  expect(brandOn(own, BRAND)).toEqual({ ...BRAND, cover_url: null });
  expect(brandOn(null, BRAND)).toEqual(BRAND);
});
