import type { components } from "@/shared/api/schema";

export type Code = components["schemas"]["CodeRead"];
export type Design = components["schemas"]["Design"];
export type CreateCode = components["schemas"]["CreateCode"];
export type UpdateCode = components["schemas"]["UpdateCode"];
export type ListCodes = components["schemas"]["ListCodes"];
