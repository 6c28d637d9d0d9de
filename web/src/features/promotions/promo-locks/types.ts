import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
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
  label: MessageDescriptor;
  color: "success" | "default" | "warning" | "error";
}[] = [
  { value: "open", label: msg`Ready to use`, color: "success" },
  { value: "used_up", label: msg`Used up`, color: "default" },
  { value: "not_yet", label: msg`Not yet valid`, color: "warning" },
  { value: "over", label: msg`Expired`, color: "default" },
  { value: "withdrawn", label: msg`Withdrawn`, color: "error" },
];
