import type { Draft } from "@/features/content/slips/types";

/** An empty coupon. */
export const COUPON: Draft = {
  name: "Coupon",
  width_mm: 140,
  height_mm: 65,
  background: "#ffffff",
  elements: [],
  code_id: null,
  one_time: false,
};
