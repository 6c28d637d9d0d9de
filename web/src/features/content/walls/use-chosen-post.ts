import { useState } from "react";

interface Known {
  post_id: string;
}

/**
 * The place of the chosen picture, and the way to choose another.
 *
 * Pictures come and go by themselves while somebody looks: the choice stays with its picture, so that a key
 * never rejects another one. When the picture itself goes, the one that took its place is chosen.
 */
export function useChosenPost(posts: readonly Known[]): [number, (place: number) => void] {
  const [chosen, setChosen] = useState<{ id: string | null; place: number }>({ id: null, place: 0 });
  const found = posts.findIndex((post) => post.post_id === chosen.id);
  const place = found === -1 ? Math.min(chosen.place, Math.max(0, posts.length - 1)) : found;
  const id = posts[place]?.post_id ?? null;
  if (id !== null && (id !== chosen.id || place !== chosen.place)) {
    setChosen({ id, place });
  }
  return [place, (wanted) => setChosen({ id: posts[wanted]?.post_id ?? null, place: wanted })];
}
