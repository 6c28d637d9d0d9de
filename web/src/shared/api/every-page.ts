/** The largest page size that a list accepts. */
const LARGEST_PAGE = 100;

/** Fetches all items of a list, page by page. */
export async function everyPage<Item>(
  ask: (page: number, pageSize: number) => Promise<{ items: Item[]; total: number }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await ask(page, LARGEST_PAGE);
    all.push(...items);
    if (items.length < LARGEST_PAGE || all.length >= total) return all;
  }
}
