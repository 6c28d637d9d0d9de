import type { components } from "@/shared/api/schema";

export type Design = components["schemas"]["Design-Output"];
export type Gradient = components["schemas"]["Gradient-Output"];
export type Logo = components["schemas"]["Logo-Output"];
export type Eyes = components["schemas"]["Eyes-Output"];
export type EyeLook = components["schemas"]["EyeLook-Output"];
export type Frame = components["schemas"]["Frame-Output"];
/** What a static code says, by its kind. */
export type Contents = NonNullable<components["schemas"]["GenerateQr"]["contents"]>;
export type Check = components["schemas"]["PictureCheck"];

/** What a control of the designer gets. */
export interface DesignProps {
  design: Design;
  onChange: (design: Design) => void;
}
