import { numberOf } from "@/features/codes/rules/draft";
import type { SimulatedVisitor } from "@/features/codes/rules/types";
import { instantOf } from "@/shared/format/zoned";

/** A visitor in the form. Empty texts mean unknown. */
export interface SimulatedVisitorForm {
  device: NonNullable<SimulatedVisitor["device"]>;
  country: string;
  language: string;
  system: string;
  browser: string;
  region: string;
  city: string;
  latitude: string;
  longitude: string;
  at: string;
  visitNumber: string;
  totalScans: string;
  query: string;
  address: string;
  tags: string;
  visitorId: string;
  passwordOk: boolean;
  promoOk: boolean;
}

export const EMPTY_VISITOR: SimulatedVisitorForm = {
  device: "phone",
  country: "",
  language: "",
  system: "",
  browser: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  at: "",
  visitNumber: "",
  totalScans: "",
  query: "",
  address: "",
  tags: "",
  visitorId: "",
  passwordOk: false,
  promoOk: false,
};

/** Returns the visitor as the server expects it. `zone` is the time zone of the form. */
export function visitorOf(visitor: SimulatedVisitorForm, zone: string): SimulatedVisitor {
  const tags = visitor.tags.split(",").map((tag) => tag.trim());
  const id = visitor.visitorId
    .trim()
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .slice(0, 64);
  return {
    device: visitor.device,
    country: visitor.country || null,
    language: visitor.language || null,
    system: visitor.system || null,
    browser: visitor.browser || null,
    region: visitor.region.trim() || null,
    city: visitor.city.trim() || null,
    latitude: numberOf(visitor.latitude),
    longitude: numberOf(visitor.longitude),
    at: visitor.at === "" ? null : instantOf(visitor.at, zone),
    visit_number: numberOf(visitor.visitNumber),
    total_scans: numberOf(visitor.totalScans),
    query: queryOf(visitor.query),
    address: visitor.address.trim(),
    customer_tags: visitor.tags.trim() === "" ? null : tags.filter((tag) => tag !== ""),
    visitor_id: id === "" ? "simulated" : id,
    password_ok: visitor.passwordOk,
    promo_ok: visitor.promoOk,
  };
}

/** Returns the part of the input after the `?`, because a whole address may have been pasted. */
function queryOf(text: string): string {
  const [before = ""] = text.trim().split("#");
  return before.slice(before.indexOf("?") + 1);
}
