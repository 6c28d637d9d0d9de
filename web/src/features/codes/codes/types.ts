import type { MessageDescriptor } from "@lingui/core";
import type { ComponentType } from "react";
import type { components } from "@/shared/api/schema";

export type Code = components["schemas"]["CodeRead"];
export type Design = components["schemas"]["Design-Output"];
interface DesignControl {
  design: Design;
  onChange: (design: Design) => void;
}

interface UnreadableProps {
  content: string;
  isSaving: boolean;
  onSave: (asIs: boolean) => void;
  onClose: () => void;
}

/** The panels that make a picture, which the routes bring along: they belong to another feature. */
export interface PicturePanels {
  Designer: ComponentType<DesignControl & { problem?: string }>;
  Preview: ComponentType<DesignControl & { content: string; note?: string }>;
  Unreadable: ComponentType<DesignControl & UnreadableProps>;
}

/** A kind of code that says everything itself. */
export interface StaticKind {
  kind: string;
  label: MessageDescriptor;
  description: MessageDescriptor;
}

export type CreateCode = components["schemas"]["CreateCode"];
export type UpdateCode = components["schemas"]["UpdateCode"];
export type ListCodes = components["schemas"]["ListCodes"];
/** An order by scans, which the warehouse knows. */
export interface Ranking {
  /** Null keeps the order of the list. */
  by: "scans" | "people" | "last_scan" | null;
  ascending: boolean;
  /** Only codes with scans in the last 30 days, only those without, or all. */
  scanned?: boolean;
}
