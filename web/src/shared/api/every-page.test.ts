import { expect, test } from "vitest";
import { everyPage } from "@/shared/api/every-page";

function listOf(total: number) {
  const asked: number[] = [];
  const ask = (page: number, pageSize: number) => {
    asked.push(page);
    const from = (page - 1) * pageSize;
    const items = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, at) => from + at);
    return Promise.resolve({ items, total });
  };
  return { ask, asked };
}

test.each([
  [0, 1],
  [7, 1],
  [100, 1],
  [101, 2],
  [250, 3],
])("%i items come whole, in %i pages", async (total, pages) => {
  const { ask, asked } = listOf(total);

  expect(await everyPage(ask)).toEqual(Array.from({ length: total }, (_, at) => at));
  expect(asked).toHaveLength(pages);
});
