import type { components } from "@/shared/api/schema";

export type Wall = components["schemas"]["WallRead"];
export type Post = components["schemas"]["PostRead"];
export type CreateWall = components["schemas"]["CreateWall"];
export type UpdateWall = components["schemas"]["UpdateWall"];
export type Action = components["schemas"]["Moderate"]["action"];

/** The views of a wall. */
export const VIEWS = ["pending", "shown", "reported", "rejected"] as const;

export type View = (typeof VIEWS)[number];
