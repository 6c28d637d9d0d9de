import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ListPages } from "@/shared/components/list-pages";

test("a page that has become empty leads back to the first one", () => {
  const onPage = vi.fn();
  render(<ListPages total={20} pageSize={25} page={2} onPage={onPage} />);

  fireEvent.click(screen.getByRole("button", { name: "Go to page 1" }));

  expect(onPage).toHaveBeenCalledWith(1);
});

test("a list with one page has no pagination", () => {
  render(<ListPages total={25} pageSize={25} page={1} onPage={vi.fn()} />);

  expect(screen.queryByRole("navigation")).toBeNull();
});
