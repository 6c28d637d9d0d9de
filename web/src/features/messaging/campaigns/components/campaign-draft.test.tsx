import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { campaignQuery } from "@/features/messaging/campaigns/api/campaigns";
import { CampaignScreen } from "@/features/messaging/campaigns/components/campaign-screen";
import { emptyPlan } from "@/features/messaging/campaigns/words";
import { ApiError } from "@/shared/api/errors";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const CAMPAIGN = {
  ...emptyPlan("sms"),
  campaign_id: "cmp_1",
  name: "Cake",
  is_template: false,
  state: "draft",
  revision: 3,
  needs_approval: false,
  is_archived: false,
};
const THEIRS = { ...CAMPAIGN, name: "Pie", revision: 4 };

afterEach(() => vi.restoreAllMocks());

/** Serves the campaign, and later what `stored` is changed to. */
function show(save: (body: { name: string; revision: number }) => unknown) {
  const server = { stored: CAMPAIGN as object };
  const post = vi.spyOn(calls, "POST").mockImplementation((async (path: string, { body }: { body: never }) => {
    const answers: Record<string, unknown> = {
      "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC" },
      "/v1/get-campaign": server.stored,
      "/v1/list-segments": { items: [], total: 0, page: 1, pageSize: 100 },
      "/v1/get-folders": { items: [], total: 0, page: 1, pageSize: 100 },
      "/v1/get-all-qr-codes/get-name-id": { items: [] },
    };
    return { data: path === "/v1/save-campaign" ? await save(body) : answers[path], response: new Response() };
  }) as never);
  const router = createMemoryRouter([{ path: "/admin/campaigns/:campaignId", element: <CampaignScreen /> }], {
    initialEntries: ["/admin/campaigns/cmp_1?step=audience"],
  });
  const { queryClient } = renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
  const saved = () => post.mock.calls.filter(([path]) => path === "/v1/save-campaign").map(([, it]) => it);
  const refetch = () => act(() => queryClient.refetchQueries({ queryKey: campaignQuery("cmp_1").queryKey }));
  return { server, saved, refetch };
}

const nameField = () => screen.findByRole("textbox", { name: "Name" });
const type = async (name: string) => fireEvent.change(await nameField(), { target: { value: name } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save draft" }));

test("a colleague’s change appears in a draft without changes, and does not replace what was typed", async () => {
  const { server, refetch } = show(() => null);
  expect(await nameField()).toHaveValue("Cake");

  server.stored = THEIRS;
  await refetch();
  expect(await nameField()).toHaveValue("Pie");

  await type("Pie and tea");
  server.stored = { ...THEIRS, name: "Tart", revision: 5 };
  await refetch();
  expect(await nameField()).toHaveValue("Pie and tea");
});

test("what was typed during a save stays, and is saved on the new revision", async () => {
  const answers: ((row: object) => void)[] = [];
  const { server, saved } = show(() => new Promise((resolve) => answers.push(resolve)));
  await type("Cakes");
  save();
  await type("Cakes and tea");
  server.stored = { ...CAMPAIGN, name: "Cakes", revision: 4 };
  act(() => answers[0]?.(server.stored));

  await waitFor(() => expect(screen.getByRole("button", { name: "Save draft" })).toBeEnabled());
  expect(await nameField()).toHaveValue("Cakes and tea");
  save();
  await waitFor(() => expect(saved()[1]).toMatchObject({ body: { name: "Cakes and tea", revision: 4 } }));
});

test("after a conflict one’s own version can be saved over the other one", async () => {
  const { server, saved } = show(({ name, revision }) => {
    if (revision === 3) {
      return Promise.reject(new ApiError({ status: 409, code: "campaign_changed", message: "Changed." }));
    }
    return { ...CAMPAIGN, name, revision: 5 };
  });
  await type("Cakes");
  server.stored = THEIRS;
  save();

  const dialog = await screen.findByRole("dialog", { name: "Someone else changed this campaign" });
  const mine = within(dialog).getByRole("button", { name: "Save my changes" });
  await waitFor(() => expect(mine).toBeEnabled());
  fireEvent.click(mine);

  await waitFor(() => expect(saved()[1]).toMatchObject({ body: { name: "Cakes", revision: 4 } }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Save draft" })).toBeDisabled());
});
