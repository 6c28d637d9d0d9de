import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];

export type SlipKind = Schemas["SlipKind"];
export type TextElement = Schemas["TextElement-Output"];
type PictureElement = Schemas["PictureElement-Output"];
type CodeElement = Schemas["CodeElement-Output"];
export type LineElement = Schemas["LineElement-Output"];
type RectangleElement = Schemas["RectangleElement-Output"];
export type SlipElement = TextElement | PictureElement | CodeElement | LineElement | RectangleElement;

/** A slip as the server stores it. */
export type Slip = Schemas["SlipRead"];
export type SlipData = Schemas["SlipData"];
export type PrintSlip = Schemas["PrintSlip"];
export type SlipPrinted = Schemas["SlipPrinted"];

/** The properties that the designer changes. */
export type Draft = Pick<Slip, "name" | "width_mm" | "height_mm" | "background" | "elements" | "code_id" | "one_time">;

/** Returns the properties of a slip that the designer changes. */
export function draftOf(slip: Slip): Draft {
  const { name, width_mm, height_mm, background, elements, code_id, one_time } = slip;
  return { name, width_mm, height_mm, background, elements, code_id, one_time };
}
