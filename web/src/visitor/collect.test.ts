import { beforeEach, expect, it, vi } from "vitest";

const reported: unknown[] = [];

beforeEach(() => {
  reported.length = 0;
  vi.resetModules();
  delete document.body.dataset["codeId"];
  delete document.body.dataset["pageId"];
  document.body.innerHTML = '<a href="https://example.com/" data-block="menu">Menu</a>';
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator) as Navigator, {
      sendBeacon: (_path: string, body: Blob) => {
        reported.push(body);
        return true;
      },
    }),
  );
});

const events = () =>
  Promise.all(
    reported.map(async (body) => (JSON.parse(await (body as Blob).text()) as { events: object[] }).events[0]),
  );

it("reports that a page without a code is seen and that its links are followed", async () => {
  document.body.dataset["pageId"] = "page-1";

  await import("@/visitor/main");
  document.querySelector("a")?.click();

  expect(await events()).toMatchObject([
    { action: "view", page_id: "page-1" },
    { action: "click", page_id: "page-1", block_id: "menu" },
  ]);
});

it("counts a page once when its visitor returns from the privacy choice", async () => {
  document.body.dataset["codeId"] = "code-1";
  history.replaceState(null, "", "/code/code-1?chosen=sealed");

  await import("@/visitor/main");
  document.querySelector("a")?.click();
  history.replaceState(null, "", "/");

  const counted = await events();
  expect(counted).toContainEqual(expect.objectContaining({ action: "click", code_id: "code-1" }));
  expect(counted).not.toContainEqual(expect.objectContaining({ action: "view" }));
});

it("reports nothing if there is neither a code nor a page", async () => {
  await import("@/visitor/main");

  expect(reported).toEqual([]);
});
