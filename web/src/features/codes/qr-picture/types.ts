import type { components } from "@/shared/api/schema";

export type Design = components["schemas"]["Design"];
export type Gradient = components["schemas"]["Gradient"];
export type Logo = components["schemas"]["Logo"];
export type Eyes = components["schemas"]["Eyes"];
export type EyeLook = components["schemas"]["EyeLook"];
export type Frame = components["schemas"]["Frame"];
export type Check = components["schemas"]["PictureCheck"];

/** What a control of the designer gets. */
export interface DesignProps {
  design: Design;
  onChange: (design: Design) => void;
}
