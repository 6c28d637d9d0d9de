import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SeasonsBar } from "@/features/insights/analytics/components/seasons-bar";
import { ApiError } from "@/shared/api/errors";
import * as organization from "@/shared/organization/organization";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const STARTED = "2026-03-01T12:00:00+00:00";
const SEASONS = [
  { number: 2, name: "", starts_at: STARTED, ends_at: null },
  { number: 1, name: "Winter", starts_at: null, ends_at: STARTED },
];

function show(role: string, start: (body: unknown) => Promise<unknown>) {
  vi.spyOn(organization, "useOrganization").mockReturnValue({ role } as never);
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: unknown }) =>
    path === "/v1/start-season"
      ? start(body)
      : Promise.resolve({ data: { board: "code", seasons: SEASONS }, response: new Response() })) as never);
  const onChange = vi.fn();
  renderApp(<SeasonsBar leaderboard="code" season={1} zone="UTC" onChange={onChange} />);
  return onChange;
}

test("a season can be selected, and an admin archives the running one under a name", async () => {
  const started: unknown[] = [];
  const onChange = show("admin", (body) => {
    started.push(body);
    return Promise.resolve({ data: { board: "code", seasons: SEASONS }, response: new Response() });
  });

  expect(await screen.findByText(/^until Mar 1, 2026$/)).toBeVisible();
  fireEvent.mouseDown(screen.getByRole("combobox", { name: "Season" }));
  fireEvent.click(screen.getByRole("option", { name: "Season 2" }));
  expect(onChange).toHaveBeenLastCalledWith(2);

  fireEvent.click(screen.getByText("Start new season"));
  fireEvent.change(screen.getByLabelText("Season name"), { target: { value: "Spring" } });
  fireEvent.click(screen.getByText("Archive and start new season"));
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(3));
  expect(started).toEqual([{ board: "code", number: 2, name: "Spring" }]);
});

test("members who are not admins cannot archive a season", async () => {
  show("editor", () => Promise.reject(new Error("not asked")));

  expect(await screen.findByRole("combobox", { name: "Season" })).toBeVisible();
  expect(screen.queryByText("Start new season")).toBeNull();
});

test("the dialog reports that somebody else has already archived the season", async () => {
  const message = "Somebody else has started a new season already. Load the board again.";
  const onChange = show("owner", () => Promise.reject(new ApiError({ status: 409, code: "season_changed", message })));

  fireEvent.click(await screen.findByText("Start new season"));
  fireEvent.click(screen.getByText("Archive and start new season"));
  expect(await screen.findByText(message)).toBeVisible();
  expect(onChange).not.toHaveBeenCalled();
});

test("another attempt after an error does not archive the season that has started meanwhile", async () => {
  const message = "Somebody else has already started a new season. Reload the leaderboard.";
  const started: unknown[] = [];
  let seasons: unknown[] = SEASONS;
  vi.spyOn(organization, "useOrganization").mockReturnValue({ role: "owner" } as never);
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: unknown }) => {
    if (path !== "/v1/start-season") {
      return Promise.resolve({ data: { board: "code", seasons }, response: new Response() });
    }
    started.push(body);
    seasons = [{ number: 3, name: "", starts_at: STARTED, ends_at: null }, ...SEASONS];
    return Promise.reject(new ApiError({ status: 409, code: "season_changed", message }));
  }) as never);
  renderApp(<SeasonsBar leaderboard="code" season={3} zone="UTC" onChange={vi.fn()} />);

  fireEvent.click(await screen.findByText("Start new season"));
  fireEvent.click(screen.getByText("Archive and start new season"));
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByRole("combobox", { name: "Season", hidden: true })).toHaveTextContent("3"));
  fireEvent.click(screen.getByText("Archive and start new season"));

  await waitFor(() => expect(started).toHaveLength(2));
  expect(started[1]).toMatchObject({ number: 2 });
});
