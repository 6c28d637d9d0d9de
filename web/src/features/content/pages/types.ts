import type { components } from "@/shared/api/schema";

export type PageRead = components["schemas"]["PageRead"];
export type PageSummary = components["schemas"]["PageSummary"];
export type Template = components["schemas"]["TemplateRead"];
