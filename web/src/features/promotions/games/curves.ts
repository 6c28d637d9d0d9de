import { t } from "@lingui/core/macro";
import { amountOf } from "@/blocks/currencies";
import type { Forecast, Game, LiveGame } from "@/features/promotions/games/types";
import type { components } from "@/shared/api/schema";
import type { TrendPoint } from "@/shared/components/charts/trend-point";
import { formatDate, formatDateTime } from "@/shared/format/dates";
import { dayOf } from "@/shared/format/zoned";

/** `won`, `cost`, `left`, or the ID of a prize. */
export type Curve = string;

/** Returns the curves that a forecast can show over time. */
export function curvesOf(game: Game): { value: Curve; label: string }[] {
  const hasStock = game.prizes.some(({ stock }) => stock !== null);
  const hasCost = game.prizes.some(({ cost_cents }) => cost_cents !== null);
  return [
    { value: "won", label: t`All prizes` },
    ...(hasStock ? [{ value: "left", label: t`Stock left` }] : []),
    ...(hasCost ? [{ value: "cost", label: t`Cost` }] : []),
    ...game.prizes.map(({ prize_id, name }) => ({ value: prize_id, label: name })),
  ];
}

/**
 * Returns the points of one of those curves, from the start to the end of the schedule. Costs are in the main unit of the
 * organisation's currency.
 */
export function pointsOf(game: Game, forecast: Forecast, curve: Curve, currency: string | undefined): TrendPoint[] {
  const begin = { at: game.starts_at, plays: 0, won: {} };
  return [begin, ...forecast.curve].map(({ at, won }, place) => {
    const label = formatDate(at, game.time_zone);
    return {
      key: `${String(place)} ${at}`,
      label,
      longLabel: formatDateTime(at, game.time_zone),
      value: curve === "cost" ? amountOf(valueOf(game, won, curve), currency) : valueOf(game, won, curve),
      running: null,
      previous: null,
      previousLabel: "",
    };
  });
}

function valueOf({ prizes }: Game, won: Readonly<Record<string, number>>, curve: Curve): number {
  const of = (prizeId: string) => won[prizeId] ?? 0;
  switch (curve) {
    case "won":
      return prizes.reduce((sum, { prize_id }) => sum + of(prize_id), 0);
    case "cost":
      return prizes.reduce((sum, { prize_id, cost_cents }) => sum + (cost_cents ?? 0) * of(prize_id), 0);
    case "left":
      return prizes.reduce((sum, { prize_id, stock }) => sum + (stock === null ? 0 : stock - of(prize_id)), 0);
    default:
      return of(curve);
  }
}

type ReportRow = components["schemas"]["ReportPage"]["rows"][number];

/**
 * Returns the prizes won up to each day of the schedule, next to the number that the plan has released by then. Future
 * days have only a plan, and the day of `asOf` is still running.
 */
export function wonAgainstPlan(
  planned: LiveGame["planned"],
  rows: readonly ReportRow[],
  gameId: string,
  prizeIds: readonly string[],
  asOf: string,
  timeZone: string,
): TrendPoint[] {
  const today = dayOf(new Date(asOf), timeZone);
  const byDay = new Map<string, number>();
  for (const { day, game_id, prize_id, awarded, expired } of rows) {
    if (game_id === gameId && prizeIds.includes(String(prize_id))) {
      byDay.set(String(day), (byDay.get(String(day)) ?? 0) + Number(awarded) - Number(expired));
    }
  }
  let won = 0;
  return planned.map(({ day, due }) => {
    won += byDay.get(day) ?? 0;
    const label = formatDate(`${day}T12:00:00Z`, "UTC");
    return {
      key: day,
      label,
      longLabel: label,
      value: day < today ? won : null,
      running: day === today ? won : null,
      previous: prizeIds.reduce((sum, id) => sum + (due[id] ?? 0), 0),
      previousLabel: t`Released by the plan`,
    };
  });
}
