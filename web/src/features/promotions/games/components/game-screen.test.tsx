import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { GameScreen } from "@/features/promotions/games/components/game-screen";
import { GamesList } from "@/features/promotions/games/components/games-list";
import { TEMPLATES } from "@/features/promotions/games/templates";
import { calls } from "@/shared/testing/calls";
import { renderApp, sessionOf } from "@/shared/testing/render";

const EDITOR = "editor";
const VIEWER = "viewer";
const [WHEEL] = TEMPLATES.map((it) => it.draft(Date.parse("2026-12-01T09:00:00Z"), "UTC"));
const GAME = {
  ...WHEEL,
  prizes: (WHEEL?.prizes ?? []).map((prize, place) => ({ ...prize, prize_id: `prize_${String(place)}`, taken: 0 })),
  game_id: "game_1",
  code_id: "Code1",
  state: "draft",
  public_url: "/game/Code1",
  commitment: null,
  archived_at: null,
  season: 1,
  version: 3,
  problems: [{ field: "prizes.1.stock", message: "is required for a paced prize", code: "missing", is_warning: false }],
};
const LIVE = {
  game_id: "game_1",
  plays: 40,
  players: 30,
  plays_last_hour: 4,
  started: 1,
  held: 1,
  awarded: 3,
  claimed: 6,
  expired: 0,
  planned: [],
  refused: [{ reason: "already_played", refused: 7 }],
  prizes: [{ ...GAME.prizes[0], taken: 10, due: 12 }],
  as_of: "2026-12-02T09:00:00Z",
};
const HELD = { play_id: "p1", name: "Mina", score: 99, suspicions: ["too_fast"], started_at: "2026-12-02T08:00:00Z" };

function serving(game: object, more: Record<string, unknown> = {}) {
  const sent: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    "/v1/get-game": game,
    "/v1/game": game,
    "/v1/practise-game": { url: "about:blank#", until: "2026-12-02T09:00:00Z" },
    "/v1/watch-game": LIVE,
    "/v1/list-winners": { items: [], total: 0 },
    "/v1/list-held-scores": { items: [HELD], total: 1 },
    "/v1/decide-held-score": LIVE,
    "/v1/game_get_leaderboard": { items: [], total: 0, seasons: [], sides: [] },
    "/v1/list-games": { items: [], total: 0 },
    ...more,
  };
  vi.spyOn(calls, "POST").mockImplementation((path, options) => {
    sent.push([path, options?.body]);
    return Promise.resolve({ data: answers[path], response: new Response() });
  });
  return sent;
}

function shown(element: React.ReactElement, at = "/") {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] });
  renderApp(<RouterProvider router={router} />, sessionOf({ status: "authenticated" }));
}

test("an organisation without games is offered six occasions", async () => {
  serving(GAME);
  shown(<GamesList role={EDITOR} />);

  const templates = await screen.findByRole("list", { name: "Templates" });
  expect(within(templates).getAllByRole("button")).toHaveLength(6);
});

test("a double click on an occasion creates one game", async () => {
  const sent = serving(GAME);
  shown(<GamesList role={EDITOR} />);
  const templates = await screen.findByRole("list", { name: "Templates" });
  const [first] = within(templates).getAllByRole("button") as [HTMLElement];
  const begun = () => sent.filter(([path]) => path === "/v1/game");

  fireEvent.click(first);
  await new Promise((done) => setTimeout(done));
  fireEvent.click(first);
  await waitFor(() => expect(begun()).not.toEqual([]));
  fireEvent.click(first);
  await new Promise((done) => setTimeout(done));

  expect(begun()).toHaveLength(1);
});

test("a draft is edited and saved as a whole, and errors are shown at their fields", async () => {
  const sent = serving(GAME);
  shown(<GameScreen gameId="game_1" role={EDITOR} />);

  fireEvent.change(await screen.findByRole("textbox", { name: /Name/ }), { target: { value: "Big wheel" } });
  fireEvent.click(screen.getByRole("tab", { name: /Prizes/ }));
  expect(screen.getByText("is required for a paced prize")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));

  await waitFor(() => expect(sent.some(([path]) => path === "/v1/game")).toBe(true));
  const [, body] = sent.find(([path]) => path === "/v1/game") ?? [];
  expect(body).toMatchObject({ game_id: "game_1", httpMethod: "UPDATE", name: "Big wheel", version: 3 });
});

test("a running game shows its stock compared with the plan, and its refusals", async () => {
  serving({ ...GAME, state: "published", commitment: "c".repeat(64), problems: [] });
  shown(<GameScreen gameId="game_1" role={VIEWER} />);

  expect(await screen.findByText(/2 behind the plan/)).toBeVisible();
  expect(screen.getByText("Played as often as allowed")).toBeVisible();
  expect(screen.getByText("c".repeat(64))).toBeVisible();
  expect(screen.queryByRole("button", { name: /Take one/ })).toBeNull();
});

test("a repeated click takes only one item of a prize", async () => {
  const sent = serving({ ...GAME, state: "published", problems: [] }, { "/v1/prize-do-inventory": { left: 9 } });
  shown(<GameScreen gameId="game_1" role={EDITOR} />);
  const take = await screen.findByRole("button", { name: /Take one/ });

  fireEvent.click(take);
  await screen.findByText(/One was taken/);
  fireEvent.click(take);
  await waitFor(() => expect(take).toBeEnabled());

  expect(sent.filter(([path]) => path === "/v1/prize-do-inventory")).toHaveLength(1);
});

test("a suspicious score is rejected by a member", async () => {
  const sent = serving({ ...GAME, kind: "quiz", state: "published", commitment: "c".repeat(64) });
  shown(<GameScreen gameId="game_1" role={EDITOR} />, "/?tab=scores");

  expect(await screen.findByText(/Faster than anybody is/)).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Refuse: Mina" }));
  await waitFor(() =>
    expect(sent).toContainEqual(["/v1/decide-held-score", { game_id: "game_1", play_id: "p1", approve: false }]),
  );
});

test("a game with an incomplete number is not saved with the earlier one", async () => {
  const sent = serving({ ...GAME, problems: [] });
  shown(<GameScreen gameId="game_1" role={EDITOR} />);
  fireEvent.change(await screen.findByRole("textbox", { name: /Name/ }), { target: { value: "Big wheel" } });
  fireEvent.click(screen.getByRole("tab", { name: "Limits" }));
  const [limit] = screen.getAllByRole("spinbutton") as [HTMLElement];
  Object.defineProperty(limit, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.blur(limit);

  fireEvent.click(screen.getByRole("tab", { name: "Look" }));
  fireEvent.click(screen.getByRole("button", { name: "Simulate" }));
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));
  fireEvent.click(screen.getByRole("button", { name: "Publish" }));

  expect(limit).toHaveFocus();
  expect(sent.some(([path]) => path === "/v1/game")).toBe(false);
});

test.each([
  ["JPY", "600", "250", 250],
  ["KWD", "0.6", "0.25", 250],
])("the unit cost of a prize has the decimals of %s", async (currency, shownCost, typed, cost_cents) => {
  const [prize] = GAME.prizes;
  const sent = serving(
    { ...GAME, prizes: [{ ...prize, cost_cents: 600 }], problems: [] },
    { "/v1/get-org-data": { org_id: "org_1", role: "editor", time_zone: "UTC", currency } },
  );
  shown(<GameScreen gameId="game_1" role={EDITOR} />);
  fireEvent.click(await screen.findByRole("tab", { name: /Prizes/ }));
  const cost = await screen.findByRole("textbox", { name: "Unit cost" });
  await waitFor(() => expect(cost).toHaveValue(shownCost));
  expect(screen.getByText(currency)).toBeVisible();

  fireEvent.change(cost, { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));

  await waitFor(() => expect(sent.some(([path]) => path === "/v1/game")).toBe(true));
  expect(sent.find(([path]) => path === "/v1/game")?.[1]).toMatchObject({ prizes: [{ cost_cents }] });
});
