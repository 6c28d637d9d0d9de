import { expect, test } from "vitest";
import { wonAgainstPlan } from "@/features/promotions/games/curves";

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
