interface Page<Item> {
  items: Item[];
  pageSize: number;
  total: number;
}

const LARGEST = 100;

/**
 * All items of a list, fetched page by page:
 * `for await (const code of each((page) => waypost.POST("/v1/get-all-qr-codes", { body: { ...page, filter: "menu" } })))`.
 */
export async function* each<Item>(
  fetchPage: (page: { page: number; pageSize: number }) => Promise<{ data?: Page<Item> }>,
): AsyncGenerator<Item> {
  for (let page = 1; ; page++) {
    const { data } = await fetchPage({ page, pageSize: LARGEST });
    if (data === undefined || data.items.length === 0) {
      return;
    }
    yield* data.items;
    if (page * data.pageSize >= data.total) {
      return;
    }
  }
}
