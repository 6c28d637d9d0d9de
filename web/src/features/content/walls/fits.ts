import type { Action, Post } from "@/features/content/walls/types";

const FITS: Record<Action, (post: Post) => boolean> = {
  approve: (post) => post.state !== "shown" || post.reports > 0,
  reject: (post) => post.state !== "rejected",
  pin: (post) => post.state === "shown" && !post.is_pinned,
  unpin: (post) => post.is_pinned,
  delete: (post) => post.state === "rejected",
};

/** Whether an action would change a picture. */
export function fits(action: Action, post: Post): boolean {
  return FITS[action](post);
}
