import type { components } from "@/shared/api/schema";

export type Design = components["schemas"]["Design-Output"];
export type Gradient = components["schemas"]["Gradient-Output"];
export type Logo = components["schemas"]["Logo-Output"];
export type Eyes = components["schemas"]["Eyes-Output"];
export type EyeLook = components["schemas"]["EyeLook-Output"];
export type Frame = components["schemas"]["Frame-Output"];
/** The content of a static code, by its kind. */
export type Contents = NonNullable<components["schemas"]["GenerateQr"]["contents"]>;
export type Check = components["schemas"]["PictureCheck"];

/** The props of a control in the designer. */
export interface DesignProps {
  design: Design;
  onChange: (design: Design) => void;
}
