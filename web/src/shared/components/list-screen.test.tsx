import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { useListView } from "@/shared/url/use-list-view";

const READ = { isPending: false, isError: false, isPlaceholderData: false, error: null, refetch: vi.fn() };

function Boats({ list }: { list: Partial<typeof READ> & { data: { items: string[]; total: number } | undefined } }) {
  const view = useListView({ filters: ["size"], pageSize: 2 });
  const query = { ...READ, ...list };
  return (
    <ListScreen title="Boats" list={query} view={view} search={{ label: "Search boats" }}>
      <output>{`${view.filter}, page ${String(view.page)}${useLocation().search}`}</output>
      <CardList
        label="Boats"
        list={query}
        view={view}
        height={80}
        empty={{ icon: null, title: "No boats yet", action: <button>{"Add a boat"}</button> }}
        nothingFound={{ title: "No matching boats", text: "Try another name." }}
      >
        {(boat) => <li key={boat}>{boat}</li>}
      </CardList>
    </ListScreen>
  );
}

function show(list: Parameters<typeof Boats>[0]["list"], address = "/") {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Boats list={list} />
    </MemoryRouter>,
  );
}

test("a list shows its items and goes from page to page", () => {
  show({ data: { items: ["Ada", "Bea"], total: 3 } }, "/?filter=%20a&at=0.5");
  expect(screen.getByRole("heading", { name: "Boats" })).toBeVisible();
  expect(
    screen
      .getAllByRole("listitem")
      .slice(0, 2)
      .map((it) => it.textContent),
  ).toEqual(["Ada", "Bea"]);
  fireEvent.click(screen.getByRole("button", { name: "Go to page 2" }));
  expect(screen.getByRole("status")).toHaveTextContent("a, page 2?filter=+a&at=2");
});

test("an empty list offers to create something, and has no search", () => {
  show({ data: { items: [], total: 0 } });
  expect(screen.getByText("No boats yet")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add a boat" })).toBeVisible();
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test.each(["?filter=x&at=3", "?size=large"])("where nothing is found for %s, one button shows all", (address) => {
  show({ data: { items: [], total: 0 } }, `/${address}`);
  expect(screen.getByText("No matching boats")).toBeVisible();
  expect(screen.getByRole("searchbox", { name: "Search boats" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getByRole("status")).toHaveTextContent(/^, page 1$/);
});

test("a page beyond the last one shows the last page, not an empty list", () => {
  show({ data: { items: [], total: 3 } }, "/?at=9");
  expect(screen.getByRole("status")).toHaveTextContent(", page 2?at=2");
});

test("a page beyond the previous number of pages is waited for", () => {
  show({ data: { items: ["Ada"], total: 1 }, isPlaceholderData: true }, "/?at=9");
  expect(screen.getByRole("status")).toHaveTextContent(", page 9?at=9");
});

test("a list stays visible when it cannot be refreshed, with a warning", () => {
  show({ data: { items: ["Ada"], total: 1 }, isError: true });
  expect(screen.getByText("Ada")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("couldn’t be refreshed");
});

test("a list that failed to load can be retried", () => {
  const refetch = vi.fn();
  show({ data: undefined, isError: true, refetch });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
});
