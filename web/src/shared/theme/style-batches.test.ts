import { afterEach, expect, test, vi } from "vitest";
import { insertInBatches } from "@/shared/theme/style-batches";

/** Behaves like Emotion's sheet: a new element whenever the count is 0. */
function sheetOf(isSpeedy: boolean) {
  const tags: string[][] = [];
  return {
    isSpeedy,
    ctr: 0,
    tags,
    insert(rule: string) {
      if (this.ctr === 0) {
        tags.push([]);
      }
      tags.at(-1)?.push(rule);
      this.ctr += 1;
    },
  };
}

afterEach(() => vi.restoreAllMocks());

test("rules added in one frame share an element, and those of the next frame get another one", () => {
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((act) => frames.push(act));
  const sheet = sheetOf(true);
  insertInBatches(sheet);
  insertInBatches(sheet);

  sheet.insert("one");
  sheet.insert("two");
  frames.shift()?.(0);
  sheet.insert("three");

  expect(sheet.tags).toEqual([["one", "two"], ["three"]]);
});

test("the number of elements is limited", () => {
  vi.spyOn(window, "requestAnimationFrame").mockImplementation((act) => {
    queueMicrotask(() => act(0));
    return 0;
  });
  const sheet = sheetOf(true);
  insertInBatches(sheet);
  const frames = Array.from({ length: 100 }, (_, frame) => frame);

  return frames
    .reduce((before, frame) => before.then(() => sheet.insert(String(frame))), Promise.resolve())
    .then(() => {
      expect(sheet.tags.length).toBe(60);
      expect(sheet.tags.flat()).toHaveLength(100);
    });
});
