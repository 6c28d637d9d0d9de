import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useSelectedPost } from "@/features/content/walls/use-selected-post";

const listOf = (ids: string) => Array.from(ids, (post_id) => ({ post_id }));

test("a picture stays selected while others arrive before it", () => {
  const { result, rerender } = renderHook(({ posts }) => useSelectedPost(posts), {
    initialProps: { posts: listOf("abc") },
  });
  act(() => result.current[1](1));
  rerender({ posts: listOf("nabc") });
  expect(result.current[0]).toBe(2);
});

test("so does the first one, which was not selected by hand", () => {
  const { result, rerender } = renderHook(({ posts }) => useSelectedPost(posts), {
    initialProps: { posts: listOf("") },
  });
  rerender({ posts: listOf("ab") });
  rerender({ posts: listOf("nab") });
  expect(result.current[0]).toBe(1);
});

test("when the selected picture disappears, the one that takes its place is selected", () => {
  const { result, rerender } = renderHook(({ posts }) => useSelectedPost(posts), {
    initialProps: { posts: listOf("abc") },
  });
  act(() => result.current[1](1));
  rerender({ posts: listOf("nabc") });
  rerender({ posts: listOf("nac") });
  expect(result.current[0]).toBe(2);
  rerender({ posts: listOf("na") });
  expect(result.current[0]).toBe(1);
});
