import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { PassTemplate } from "@/features/wallet/designer/api/templates";
import { PassDesigner } from "@/features/wallet/designer/components/designer";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const TEMPLATE = {
  template_id: "ptpl_1",
  name: "Stamp card",
  style: "store_card",
  revision: 3,
  published_version: 2,
  has_changes: true,
  passes: 5,
  content: {
    style: "store_card",
    description: "Card",
    organization: "Harbor",
    fields: [
      { key: "stamps", zone: "primary", label: "Stamps", value: "{{stamps}}" },
      { key: "name", zone: "secondary", label: "Name", value: "{{customer.name|Guest}}" },
    ],
  },
} as unknown as PassTemplate;

const FINDING = {
  severity: "error",
  rule: "low_contrast",
  field: "label_color",
  message: "Labels have too little contrast.",
};
const VERSIONS = [2, 1].map((version) => ({
  version,
  is_published: version === 2,
  content: TEMPLATE.content,
  published_at: "2026-05-01T08:00:00Z",
  published_by: null,
}));

function show(more: Record<string, unknown> = {}) {
  const answers: Record<string, unknown> = {
    "/v1/check-pass-template": { content: null, findings: [FINDING], losses: [], placeholders: {} },
    "/v1/save-pass-template": { ...TEMPLATE, revision: 4 },
    "/v1/publish-pass-template": { ...TEMPLATE, published_version: 3, has_changes: false, job_id: null },
    "/v1/restore-pass-template": { ...TEMPLATE, published_version: 3, job_id: null },
    "/v1/list-pass-template-versions": { items: VERSIONS, total: 2, page: 1, pageSize: 50 },
    "/v1/get-pass-template": TEMPLATE,
    ...more,
  };
  const sent: { path: string; body: unknown }[] = [];
  const answer = ((path: string, { body }: { body: unknown }) => {
    sent.push({ path, body });
    const found = answers[path] ?? {};
    const data: unknown = typeof found === "function" ? (found as () => unknown)() : found;
    return Promise.resolve({ data, response: new Response() });
  }) as never;
  vi.spyOn(calls, "POST").mockImplementation(answer);
  vi.spyOn(calls, "PUT").mockImplementation(answer);
  const router = createMemoryRouter([{ path: "*", element: <PassDesigner template={TEMPLATE} /> }]);
  renderApp(<RouterProvider router={router} />);
  return (path: string) => sent.findLast((it) => it.path === path)?.body;
}

test("the keyboard moves a field into another zone, and the arrow keeps the focus", async () => {
  show();
  const arrow = screen.getByRole("button", { name: "Move Name up" });
  arrow.focus();
  await userEvent.keyboard("{Enter}");

  const primary = screen.getByRole("region", { name: "Primary" });
  expect(within(primary).getByRole("listitem", { name: "Field Name" })).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "Move Name up" })).toHaveFocus());
  expect(screen.getByText("Primary, place 2")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(within(primary).queryByRole("listitem", { name: "Field Name" })).toBeNull();
});

/** A narrow screen, as here, shows one side at a time. */
const preview = async () => userEvent.click(await screen.findByRole("button", { name: /^Preview/ }));

test("both wallets show the values of the sample person", async () => {
  show();
  await preview();
  for (const name of ["Apple Wallet, light", "Google Wallet, light"]) {
    expect(within(screen.getByRole("group", { name })).getByText("Ana Silva")).toBeInTheDocument();
  }
});

test("one upload per slot is shown in both wallets, and positioned with the keyboard", async () => {
  const sentTo = show({ "/v1/upload-image": { media_id: "med_1" } });
  await userEvent.click(screen.getByRole("tab", { name: "Look" }));
  const strip = screen.getByRole("group", { name: "Strip image" });
  await userEvent.upload(
    within(strip).getByLabelText("File for: Strip image"),
    new File(["x"], "a.png", { type: "image/png" }),
  );
  const zoom = await within(strip).findByRole("slider", { name: "Zoom" });
  zoom.focus();
  await userEvent.keyboard("{ArrowRight}");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));

  await waitFor(() =>
    expect(sentTo("/v1/save-pass-template")).toMatchObject({
      content: { pictures: { strip: { media_id: "med_1", x: 0.5, y: 0.5, zoom: 1.01 } } },
    }),
  );
  await preview();
  for (const name of ["Apple Wallet, light", "Google Wallet, light"]) {
    const picture = screen.getByRole("group", { name }).querySelector("img[src*=med_1]");
    expect(picture).toBeInTheDocument();
  }
});

test("a pass is created for a customer who was searched for, and many from a file after a dry run", async () => {
  const ana = { customer_id: "cus_1", first_name: "Ana", last_name: "Silva", number: "C-7", email: null, phone: null };
  const file = {
    import_id: "pimp_1",
    file_name: "a.csv",
    state: "uploaded",
    error: null,
    progress: 0,
    another: false,
    counts: { rows: 3, created: 2, changed: 0, unchanged: 0, refused: 1, noted: 0 },
    undone: { removed: 1, restored: 0, kept: 1 },
    can_undo: false,
    columns: [{ header: "Seat", samples: ["7A"], target: "row.seat" }],
  };
  const states = ["uploaded", "checked", "done", "undone"];
  let at = 0;
  const next = () => ({ ...file, state: states[++at] });
  const sentTo = show({
    "/v1/get-customers": { items: [ana], total: 1, page: 1, pageSize: 20 },
    "/v1/create-pass-from-template": { serialNumber: "wp_1" },
    "/v1/list-pass-imports": { items: [], total: 0, page: 1, pageSize: 5 },
    "/v1/upload-pass-import": file,
    "/v1/get-pass-import": () => ({ ...file, state: states[at], can_undo: states[at] === "done" }),
    "/v1/check-pass-import": next,
    "/v1/run-pass-import": next,
    "/v1/undo-pass-import": next,
    "/v1/list-pass-import-problems": {
      items: [{ row: 4, field: "email", message: "does not belong to a customer", outcome: "refused" }],
      total: 1,
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Create pass" }));
  await userEvent.click(await screen.findByRole("combobox", { name: "Customer" }));
  await userEvent.click(await screen.findByRole("option", { name: "Ana Silva · C-7" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Create pass" }));
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(sentTo("/v1/create-pass-from-template")).toMatchObject({ customer_id: "cus_1" });

  await userEvent.click(await screen.findByRole("button", { name: "Import passes" }));
  await userEvent.upload(await screen.findByLabelText("CSV file"), new File(["seat"], "a.csv", { type: "text/csv" }));
  await userEvent.click(await screen.findByRole("button", { name: "Check the file" }));
  expect(await screen.findByText("Customer email does not belong to a customer")).toBeVisible();
  expect(sentTo("/v1/check-pass-import")).toMatchObject({ mapping: ["row.seat"], another: false });
  await userEvent.click(screen.getByRole("button", { name: "Create 2 passes" }));
  expect(await screen.findByText(/2 passes were created/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo import" }));
  expect(await screen.findByText(/1 pass was removed/)).toBeVisible();
  expect(sentTo("/v1/undo-pass-import")).toEqual({ import_id: "pimp_1" });
});

test("a finding opens its field", async () => {
  show();
  await preview();
  await userEvent.click(await screen.findByRole("button", { name: FINDING.message }));
  expect(screen.getByRole("tab", { name: "Look" })).toHaveAttribute("aria-selected", "true");
  await waitFor(() => expect(screen.getByLabelText("Labels, picker")).toHaveFocus());
});

test("changes are saved, then published under their new revision", async () => {
  const sentTo = show();
  await userEvent.click(screen.getByRole("button", { name: "Move Name up" }));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish" });
  expect(within(dialog).getByText(/5 existing passes are updated to it/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole("button", { name: /^Publish/ }));

  expect(await screen.findByText("Version 3 is published", { selector: "h2" })).toBeVisible();
  expect(sentTo("/v1/save-pass-template")).toMatchObject({ template_id: "ptpl_1", revision: 3 });
  expect(sentTo("/v1/publish-pass-template")).toEqual({ template_id: "ptpl_1", revision: 4 });
});

test("an earlier version can be restored at once", async () => {
  const sentTo = show();
  await userEvent.click(screen.getByRole("button", { name: "Versions" }));
  await userEvent.click(await screen.findByRole("button", { name: "Roll back to version 1" }));
  await waitFor(() =>
    expect(sentTo("/v1/restore-pass-template")).toEqual({ template_id: "ptpl_1", version: 1, publish: true }),
  );
});

test("an incomplete date keeps its part open, and the template is neither saved nor published", async () => {
  const sentTo = show();
  await userEvent.click(screen.getByRole("button", { name: "Move Name up" }));
  await userEvent.click(screen.getByRole("tab", { name: "Dates and places" }));
  const expires = screen.getByLabelText("Expires");
  Object.defineProperty(expires, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.blur(expires);

  await userEvent.click(screen.getByRole("tab", { name: "Look" }));
  await preview();
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));

  expect(expires).toHaveFocus();
  expect(expires).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sentTo("/v1/save-pass-template")).toBeUndefined();
});
