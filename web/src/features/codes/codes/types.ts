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

/** The panels with which pictures are designed. The routes provide them, because they belong to another feature. */
export interface PicturePanels {
  Designer: ComponentType<DesignControl & { problem?: string }>;
  Preview: ComponentType<DesignControl & { content: string; note?: string }>;
  Unreadable: ComponentType<DesignControl & UnreadableProps>;
}

/** A kind of code that contains all its content. */
export interface StaticKind {
  kind: string;
  label: MessageDescriptor;
  description: MessageDescriptor;
}

export type CreateCode = components["schemas"]["CreateCode"];
export type UpdateCode = components["schemas"]["UpdateCode"];
export type ListCodes = components["schemas"]["ListCodes"];
/** An order by scans, which the warehouse determines. */
export interface Ranking {
  /** Null preserves the order of the list. */
  by: "scans" | "people" | "last_scan" | null;
  ascending: boolean;
  /** True for codes with scans in the last 30 days, false for those without. Absent for all. */
  scanned?: boolean;
}
