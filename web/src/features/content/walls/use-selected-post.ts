import { useState } from "react";

interface PostRef {
  post_id: string;
}

/**
 * The place of the chosen picture, and the way to choose another.
 *
 * Pictures come and go by themselves while somebody looks: the choice stays with its picture, so that a key
 * never rejects another one. When the picture itself goes, the one that took its place is chosen.
 */
export function useSelectedPost(posts: readonly PostRef[]): [number, (place: number) => void] {
  const [selection, setSelection] = useState<{ id: string | null; place: number }>({ id: null, place: 0 });
  const index = posts.findIndex((post) => post.post_id === selection.id);
  const place = index === -1 ? Math.min(selection.place, Math.max(0, posts.length - 1)) : index;
  const id = posts[place]?.post_id ?? null;
  if (id !== null && (id !== selection.id || place !== selection.place)) {
    setSelection({ id, place });
  }
  return [place, (next) => setSelection({ id: posts[next]?.post_id ?? null, place: next })];
}
