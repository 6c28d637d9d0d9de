import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { BatchPicker } from "@/shared/promotions/batch-picker";
import { calls } from "@/shared/testing/calls";
import { renderApp } from "@/shared/testing/render";

/** More batches than one search returns. */
const BATCHES = Array.from({ length: 120 }, (_, at) => ({
  batch_id: `batch_${at}`,
  name: `Batch ${at}`,
  code_id: "Ab3dE5fGhJ",
  code_name: "Menu",
  left: at,
}));

function serving() {
  const asked: Record<string, unknown>[] = [];
  vi.spyOn(calls, "POST").mockImplementation(((_: string, { body }: { body: Record<string, unknown> }) => {
    asked.push(body);
    const found = BATCHES.filter(({ name }) => name.includes(typeof body.filter === "string" ? body.filter : ""));
    const [page, size] = [Number(body.page), Number(body.pageSize)];
    const items = found.slice((page - 1) * size, page * size);
    return Promise.resolve({ data: { items, total: found.length }, response: new Response() });
  }) as never);
  return asked;
}

function Picker({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <BatchPicker label="Promo batch" value={value} onChange={setValue} problem={undefined} />
      <p>{`Chosen: ${value}`}</p>
    </>
  );
}

test("a batch is found by the server, and loading the newest is enough until the user types", async () => {
  const asked = serving();
  renderApp(<Picker first="" />);
  const field = await screen.findByRole("combobox", { name: "Promo batch" });
  await waitFor(() => expect(asked).toMatchObject([{ filter: null, page: 1, pageSize: 50 }]));

  await userEvent.click(field);
  await userEvent.paste("Batch 119");
  await userEvent.click(await screen.findByRole("option", { name: "Batch 119 · Menu · 119 left" }));

  expect(screen.getByText("Chosen: batch_119")).toBeVisible();
  expect(asked.map(({ filter, page }) => [filter, page])).toEqual([
    [null, 1],
    ["Batch 119", 1],
  ]);
});

test("a chosen batch that is not among the newest keeps its name, and a deleted one is named as such", async () => {
  serving();
  const { unmount } = renderApp(<Picker first="batch_110" />);
  const field = await screen.findByRole("combobox", { name: "Promo batch" });
  await waitFor(() => expect(field).toHaveValue("Batch 110 · Menu · 110 left"));
  unmount();

  renderApp(<Picker first="batch_gone" />);
  expect(await screen.findByText("This batch no longer exists. Choose another one.")).toBeVisible();
});
