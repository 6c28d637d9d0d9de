import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Asker, MEMBERS } from "@/features/insights/analytics/api/asker";
import type { Dimension } from "@/features/insights/analytics/dimensions";
import { type AnalyticsView, AS_USUAL } from "@/features/insights/analytics/filters";
import type { Answer } from "@/features/insights/analytics/metrics";
import { ApiError } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";
import { nextDay, startOfDay } from "@/shared/format/zoned";

export type Question = Partial<components["schemas"]["GetAnalytics"]>;

const STILL_NOW_MS = 60_000;

/** Whether an answer's range reaches the present, so that it can still grow. */
export function isLive(answer: Pick<Answer, "to">, now: number): boolean {
  return Date.parse(answer.to) > now - STILL_NOW_MS;
}

/** The question of a view, as the API takes it. Days are days of the organisation's zone. */
export function questionOf(view: AnalyticsView, zone: string, groupBy: readonly Dimension[]): Question {
  const { range } = view;
  const span =
    range.kind === "preset"
      ? { interval: range.interval }
      : { from: startOfDay(range.from, zone), to: startOfDay(nextDay(range.to), zone) };
  return {
    ...span,
    filters: Object.fromEntries(Object.entries(view.filters).map(([name, values]) => [name, [...(values ?? [])]])),
    group_by: [...groupBy],
    include_bots: view.includeBots,
    dimensions_as_of: view.asOf,
    ...(view.compare === AS_USUAL.compare ? {} : { compare: view.compare }),
    ...(view.granularity === null ? {} : { granularity: view.granularity }),
  };
}

/** The question of the range that is compared with, point by point like the answer's own series. */
export function questionBefore(question: Question, answer: Answer): Question {
  return {
    filters: question.filters,
    include_bots: question.include_bots,
    dimensions_as_of: question.dimensions_as_of,
    from: answer.previous_from,
    to: answer.previous_to,
    granularity: answer.granularity,
    compare: "none",
  };
}

/**
 * The answer to a question, or, where its points are too fine for its range, to the same one with points that fit.
 *
 * How long a range is may be known to the server alone: "all time" begins with the first event, and grows.
 */
export async function askFitting<Answered>(
  question: Question,
  ask: (question: Question) => Promise<Answered>,
): Promise<Answered> {
  try {
    return await ask(question);
  } catch (error) {
    if (question.granularity && error instanceof ApiError && "granularity" in error.fields) {
      return await ask({ ...question, granularity: undefined });
    }
    throw error;
  }
}

/** The numbers of a view. */
export function analyticsQuery(question: Question, asker: Asker = MEMBERS) {
  return queryOptions({
    queryKey: ["analytics", "answer", question, asker.name],
    queryFn: ({ signal }) => askFitting(question, (asked) => asker.ask(asked, signal)),
    placeholderData: keepPreviousData,
  });
}
