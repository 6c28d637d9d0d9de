import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import type { PageData } from "@/blocks/types";
import { PagesList } from "@/features/content/pages/components/pages-list";
import { calls } from "@/shared/testing/calls";
import { stubIntersectionObserver } from "@/shared/testing/intersection";
import { renderApp } from "@/shared/testing/render";

vi.mock("@/features/content/pages/components/page-thumbnail", () => ({
  PageThumbnail: ({ data }: { data: PageData }) => <p>{JSON.stringify(data.content)}</p>,
}));

const PHOTO = "/media/org/org_1/pictures/pic_1/full.webp";
const SMALL = "/media/org/org_1/pictures/pic_1/320.webp";
const PAGE = {
  page_id: "page_1",
  name: "Terrace",
  vanity_name: null,
  version: 3,
  is_published: true,
  has_changes: false,
  public_url: "/code/2345678ABC",
  languages: ["en"],
  updated_at: "2026-05-01T08:00:00Z",
};
const BLOCKS = {
  root: { props: {} },
  content: [{ type: "Picture", props: { id: "p", url: PHOTO, alt: "" } }],
};

const asked: { path: string; body: unknown }[] = [];
let isDraftRefused: boolean;

function serving(items: unknown[]) {
  vi.spyOn(calls, "POST").mockImplementation((path, options) => {
    asked.push({ path, body: options?.body });
    if (path === "/v1/get-page" && isDraftRefused) {
      const problem = { code: "page_not_found", message: "Page not found." };
      return Promise.resolve({ error: problem, response: new Response(null, { status: 404 }) });
    }
    const data = {
      "/v1/get-all-pages": { items, total: items.length },
      "/v1/get-page": { ...PAGE, blocks: BLOCKS, small_pictures: { [PHOTO]: SMALL } },
      "/v1/preview-theme": { css: "", cover: null },
    }[path];
    return Promise.resolve({ data: data ?? {}, response: new Response() });
  });
}

function show(mayEdit = true) {
  const { container } = renderApp(
    <MemoryRouter>
      <PagesList mayEdit={mayEdit} />
    </MemoryRouter>,
  );
  return container;
}

beforeEach(() => {
  asked.length = 0;
  isDraftRefused = false;
});

test("a card shows the page with small pictures, and a click on it opens the editor", async () => {
  stubIntersectionObserver();
  serving([PAGE]);
  const container = show();
  const drawn = await screen.findByText(/320\.webp/);
  expect(drawn).not.toHaveTextContent("full.webp");
  expect(asked).toContainEqual({ path: "/v1/get-page", body: { page_id: "page_1", draft: true } });
  const link = container.querySelector("a[aria-hidden=true]");
  expect(link).toContainElement(drawn);
  expect(link).toHaveAttribute("href", "/admin/update-page/page_1");
  expect(link).toHaveAttribute("tabindex", "-1");
});

test("the list appears before any page is rendered, and nothing outside the viewport is fetched", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  serving([PAGE]);
  const container = show(false);
  expect(await screen.findByRole("heading", { name: "Terrace" })).toBeVisible();
  expect(asked.map(({ path }) => path)).not.toContain("/v1/get-page");
  expect(container.querySelector("a[aria-hidden=true]")).toBeNull();
});

test("a page that can’t be fetched has an icon instead of its thumbnail", async () => {
  stubIntersectionObserver();
  isDraftRefused = true;
  serving([PAGE]);
  show();
  expect(await screen.findByTestId("no-thumbnail")).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("link", { name: "Edit Terrace" })).toBeVisible();
});

test("a page is found by its name", async () => {
  stubIntersectionObserver();
  serving([PAGE]);
  show();
  await userEvent.type(await screen.findByLabelText("Search pages"), "Terr");
  const named = expect.objectContaining({ filter: "Terr", page: 1 }) as unknown;
  await waitFor(() => expect(asked).toContainEqual({ path: "/v1/get-all-pages", body: named }));
});

test("a published page shows its public address", async () => {
  stubIntersectionObserver();
  serving([
    PAGE,
    { ...PAGE, page_id: "page_2", name: "Menu", vanity_name: "menu" },
    { ...PAGE, page_id: "page_3", name: "Draft", is_published: false, public_url: "/page/page_3" },
  ]);
  show();
  await screen.findByRole("heading", { name: "Terrace" });
  const [terrace, menu, draft] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(terrace).getByText("go.example/code/2345678ABC")).toBeVisible();
  expect(within(menu).getByText("go.example/p/menu")).toBeVisible();
  expect(within(draft).queryByText(/go\.example/)).toBeNull();
  await waitFor(() => expect(screen.getAllByText(/320\.webp/)).toHaveLength(3));
});
