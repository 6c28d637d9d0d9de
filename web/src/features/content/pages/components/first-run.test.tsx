import { fireEvent, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { FirstRun } from "@/features/content/pages/components/first-run";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

vi.mock("@/features/content/pages/components/page-thumbnail", () => ({ PageThumbnail: () => null }));

interface Body {
  kind?: string;
  tone?: string;
  name: string;
  blocks?: unknown;
}

const asked: Body[] = [];
const made: { path: string; key: string | undefined; body: Body }[] = [];
let isPageFailing: boolean;

beforeEach(() => {
  asked.length = 0;
  made.length = 0;
  isPageFailing = false;
  vi.spyOn(calls, "POST").mockImplementation(((
    path: string,
    { body, headers }: { body: Body; headers?: Record<string, string> },
  ) => {
    if (path.endsWith("generate-initial-content")) {
      asked.push(body);
      return Promise.resolve({
        data: { kinds: ["cafe", "museum"], blocks: { title: body.name } },
        response: new Response(),
      });
    }
    if (path.endsWith("preview-theme")) {
      return Promise.resolve({ data: { css: "", cover: "" }, response: new Response() });
    }
    made.push({ path, key: headers?.["Idempotency-Key"], body });
    if (path.endsWith("gen-page") && isPageFailing) {
      return Promise.reject(new TypeError("offline"));
    }
    return Promise.resolve({ data: { code_id: "ABCDEFGHJK", page_id: "p1", items: [] }, response: new Response() });
  }) as never);
});

function madeBy(call: string) {
  return made.filter(({ path }) => path.endsWith(call));
}

/** Opens the screen at this address, coming from another one. */
async function open(address = "/first") {
  const routes = [
    { path: "/first", element: <FirstRun /> },
    { path: "*", element: <p>Elsewhere</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/before", address] });
  const { unmount } = renderApp(<RouterProvider router={router} />);
  const button = await screen.findByRole("button", { name: "Create page and code" });
  const name = screen.getByLabelText("What is your name?");
  await waitFor(() => expect(button).toBeEnabled());
  return { button, name, router, unmount };
}

test("a click right after typing publishes a page with what was typed, not the one shown before", async () => {
  const { button, name } = await open();
  fireEvent.change(name, { target: { value: "Zebra" } });
  fireEvent.click(button);

  await waitFor(() => expect(madeBy("gen-page").map(({ body }) => body.blocks)).toEqual([{ title: "Zebra" }]));
  expect(asked.filter((body) => body.name === "Zebra")).toHaveLength(1);
});

test("a retry after a failed call continues with what exists, and creates no second code", async () => {
  isPageFailing = true;
  const { button } = await open();
  fireEvent.click(button);
  await waitFor(() => expect(madeBy("gen-page")).toHaveLength(1));
  await waitFor(() => expect(button).toBeEnabled());
  isPageFailing = false;
  fireEvent.click(button);

  await waitFor(() => expect(madeBy("gen-page")).toHaveLength(2));
  for (const path of ["create-code", "gen-page"]) {
    const keys = madeBy(path).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  }
});

test("Enter creates the page, and a name of spaces is invalid", async () => {
  const { button, name } = await open();
  fireEvent.change(name, { target: { value: "   " } });
  await waitFor(() => expect(button).toBeEnabled());
  fireEvent.submit(name);

  await waitFor(() => expect(made[0]?.body.name).toBe("Our first page"));
});

test("the three answers survive a reload, and are gone once the page is created", async () => {
  const first = await open();
  fireEvent.mouseDown(screen.getByLabelText("What kind of business are you?"));
  fireEvent.click(await screen.findByRole("option", { name: "Museum" }));
  fireEvent.click(screen.getByRole("button", { name: "Formal" }));
  fireEvent.change(first.name, { target: { value: "Zebra House " } });
  await waitFor(() => expect(first.router.state.location.search).toBe("?kind=museum&tone=formal&name=Zebra+House"));
  first.unmount();

  const { button, name, router } = await open(`/first${first.router.state.location.search}`);
  expect(screen.getByLabelText("What kind of business are you?")).toHaveTextContent("Museum");
  expect(screen.getByRole("button", { name: "Formal" })).toHaveAttribute("aria-pressed", "true");
  expect(name).toHaveValue("Zebra House");
  expect(asked.at(-1)).toEqual({ kind: "museum", tone: "formal", name: "Zebra House" });
  fireEvent.click(button);
  await screen.findByText("Elsewhere");
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe("/before");
});
