import { expect, test } from "vitest";
import { pointsOf, wonAgainstPlan } from "@/features/promotions/games/curves";
import type { Forecast, Game } from "@/features/promotions/games/types";

test("prizes won add up day by day, and future days have only a plan", () => {
  const planned = [
    { day: "2026-12-01", due: { mug: 2, cake: 1 } },
    { day: "2026-12-02", due: { mug: 4, cake: 2 } },
    { day: "2026-12-03", due: { mug: 6, cake: 3 } },
  ];
  const rows = [
    { day: "2026-12-01", game_id: "game_1", prize_id: "mug", awarded: 3, claimed: 0, expired: 0 },
    { day: "2026-12-01", game_id: "game_2", prize_id: "mug", awarded: 9, claimed: 0, expired: 0 },
    { day: "2026-12-02", game_id: "game_1", prize_id: "mug", awarded: 2, claimed: 1, expired: 1 },
    { day: "2026-12-02", game_id: "game_1", prize_id: "cake", awarded: 1, claimed: 0, expired: 0 },
  ];
  // Already the 2nd in Berlin.
  const now = "2026-12-01T23:30:00Z";
  const numbers = (ids: string[]) =>
    wonAgainstPlan(planned, rows, "game_1", ids, now, "Europe/Berlin").map((it) => [it.value, it.running, it.previous]);

  expect(numbers(["mug", "cake"])).toEqual([
    [3, null, 3],
    [null, 5, 6],
    [null, null, 9],
  ]);
  expect(numbers(["cake"])).toEqual([
    [0, null, 1],
    [null, 1, 2],
    [null, null, 3],
  ]);
});

test("the curve of costs has the decimals of the organisation's currency", () => {
  const game = { starts_at: "2026-12-01T00:00:00Z", time_zone: "UTC", prizes: [{ prize_id: "mug", cost_cents: 600 }] };
  const forecast = { curve: [{ at: "2026-12-02T00:00:00Z", plays: 9, won: { mug: 2 } }] };
  const costs = (currency: string) =>
    pointsOf(game as Game, forecast as unknown as Forecast, "cost", currency).map(({ value }) => value);

  expect(costs("EUR")).toEqual([0, 12]);
  expect(costs("JPY")).toEqual([0, 1200]);
  expect(costs("KWD")).toEqual([0, 1.2]);
});
