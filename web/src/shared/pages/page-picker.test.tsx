import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PagePicker } from "@/shared/pages/page-picker";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const PAGES = Array.from({ length: 130 }, (_, at) => ({
  page_id: `page_${String(at)}`,
  name: `Page ${String(at)}`,
  published_version: 1,
}));

test("a page beyond the first hundred can be chosen and is offered like any other", async () => {
  vi.spyOn(calls, "POST").mockImplementation((_, options) => {
    const { page, pageSize } = (options as { body: { page: number; pageSize: number } }).body;
    const items = PAGES.slice((page - 1) * pageSize, page * pageSize);
    return Promise.resolve({ data: { items, total: PAGES.length }, response: new Response() });
  });
  renderApp(<PagePicker label="Page" value="page_120" hasOwn onChange={vi.fn()} />);

  const picker = screen.getByRole("combobox", { name: "Page" });
  expect(await screen.findByText("Page 120")).toBeVisible();
  expect(picker).not.toHaveTextContent("Deleted page");
  await userEvent.click(picker);
  expect(screen.getByRole("option", { name: "Page 129" })).toBeVisible();
});
