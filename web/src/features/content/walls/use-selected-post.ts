import { useState } from "react";

interface PostRef {
  post_id: string;
}

/**
 * Returns the position of the selected picture, and a function that selects another.
 *
 * Pictures appear and disappear while the user is looking: the selection stays with its picture, so that a key never
 * rejects another one. When the picture itself disappears, the one that takes its place is selected.
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
