import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];

export type LockOverview = Schemas["LockOverview"];
export type LockSettings = Partial<Schemas["SetLock"]>;
export type PromoCode = Schemas["PromoCodeRead"];
export type PromoState = Schemas["PromoState"];
export type CreatePromoCodes = Schemas["CreatePromoCodes"];
export type PromoCodesCreated = Schemas["PromoCodesCreated"];
export type PromoUse = Schemas["UseRead"];
export type MasterKey = Schemas["MasterKeyRead"];

export const STATES: readonly {
  value: PromoState;
  label: string;
  color: "success" | "default" | "warning" | "error";
}[] = [
  { value: "open", label: "Ready to use", color: "success" },
  { value: "used_up", label: "Used up", color: "default" },
  { value: "not_yet", label: "Not yet valid", color: "warning" },
  { value: "over", label: "Expired", color: "default" },
  { value: "withdrawn", label: "Withdrawn", color: "error" },
];
