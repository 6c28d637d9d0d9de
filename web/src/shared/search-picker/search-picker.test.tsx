import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { PagePicker } from "@/shared/pages/page-picker";
import { SegmentsPicker } from "@/shared/segments/segments-picker";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

const PAGES = Array.from({ length: 120 }, (_, at) => ({
  page_id: `page_${at}`,
  name: `Page ${String(at).padStart(3, "0")}`,
  published_version: at === 90 ? null : 1,
}));

/** Mocks the server's lists, and returns the searches that it was asked for. */
function serving() {
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    asked.push({ path, body });
    const filter = typeof body.filter === "string" ? body.filter : "";
    const found = PAGES.filter(({ name }) => name.includes(filter));
    const segments = found.map(({ page_id, name }) => ({ segment_id: page_id, name }));
    const lists: Record<string, readonly object[]> = { "/v1/get-all-pages": found, "/v1/list-segments": segments };
    const one = PAGES.find(({ page_id }) => page_id === (body.page_id ?? body.segment_id));
    const items = lists[path]?.slice(0, Number(body.pageSize));
    const isKnown = items !== undefined || one !== undefined;
    return Promise.resolve({
      data: isKnown ? (items === undefined ? one : { items, total: found.length }) : undefined,
      error: isKnown ? undefined : { status: 404, code: "not_found", message: "Not found." },
      response: new Response(null, { status: isKnown ? 200 : 404 }),
    });
  }) as never);
  return asked;
}

function OnePage({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <PagePicker label="Page" value={value} hasOwn onChange={setValue} />
      <p>{`Chosen: ${value}`}</p>
    </>
  );
}

function Segments({ first }: { first: string[] }) {
  const [value, setValue] = useState(first);
  return <SegmentsPicker label="Segments" value={value} onChange={setValue} />;
}

test("the server searches as the user types, and one page of results is enough", async () => {
  const asked = serving();
  renderApp(<OnePage first="" />);
  const field = await screen.findByRole("combobox", { name: "Page" });
  expect(field).toHaveValue("The code’s own page");

  await userEvent.clear(field);
  // In one go: on a busy machine, single keys are further apart than the pause after which the search begins.
  await userEvent.paste("Page 119");
  await userEvent.click(await screen.findByRole("option", { name: "Page 119" }));

  expect(screen.getByText("Chosen: page_119")).toBeVisible();
  expect(field).toHaveValue("Page 119");
  const searches = asked.filter(({ path }) => path === "/v1/get-all-pages").map(({ body }) => body.filter);
  expect(searches).toEqual([null, "Page 119"]);
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole("option", { name: "The code’s own page" }));
  expect(screen.getByText("Chosen:")).toBeVisible();
});

test("a chosen page that is not among the first results is shown by its name, with its problem", async () => {
  serving();
  renderApp(<OnePage first="page_90" />);
  const field = await screen.findByRole("combobox", { name: "Page" });

  await waitFor(() => expect(field).toHaveValue("Page 090"));
  expect(await screen.findByText(/^Not published yet/)).toBeVisible();
});

test("a deleted choice is named as such", async () => {
  serving();
  renderApp(<OnePage first="page_gone" />);

  await waitFor(() => expect(screen.getByRole("combobox", { name: "Page" })).toHaveValue("Deleted page"));
});

test("several choices keep their names while the user searches for another one", async () => {
  serving();
  renderApp(<Segments first={["page_100", "page_gone"]} />);
  expect(await screen.findByRole("button", { name: "Page 100" })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Deleted segment" })).toBeVisible();

  await userEvent.type(screen.getByRole("combobox", { name: "Segments" }), "Page 11");
  await userEvent.click(await screen.findByRole("option", { name: "Page 117" }));

  expect(await screen.findByRole("button", { name: "Page 117" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Page 100" })).toBeVisible();
});

test.each([
  ["one choice", "Page", "No page has this name.", () => <OnePage first="" />],
  ["several choices", "Segments", "No segment has this name.", () => <Segments first={[]} />],
])("with %s, nothing is reported as not found while the server is searching", async (_, label, none, picker) => {
  serving();
  renderApp(picker());
  const field = await screen.findByRole("combobox", { name: label });
  await userEvent.clear(field);
  await userEvent.type(field, "zzz");
  expect(await screen.findByText(none)).toBeVisible();

  const unanswered = vi
    .spyOn(calls, "POST")
    .mockReset()
    .mockReturnValue(new Promise(() => {}));
  await userEvent.clear(field);
  await userEvent.type(field, "Pa");

  expect(screen.getByText("Loading…")).toBeVisible();
  expect(screen.queryByText(none)).toBeNull();
  await waitFor(() => expect(unanswered).toHaveBeenCalled());
  expect(screen.getByText("Loading…")).toBeVisible();
});
