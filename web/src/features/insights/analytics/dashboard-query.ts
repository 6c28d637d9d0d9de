import { type QueryInput, queryOf } from "@/features/insights/analytics/api/get-analytics";
import { CARDS, type Dimension, type Property } from "@/features/insights/analytics/dimensions";
import type { AnalyticsView, Filters } from "@/features/insights/analytics/filters";

/** Dimensions that share a card, the default one first. */
export type CardDimensions = readonly [Dimension, ...Dimension[]];

/** The code that a dashboard is about. */
export interface CodeScope {
  id: string;
  /** Whether it is a child, which can have no children itself. */
  isChild: boolean;
  /** The number of its children, or undefined until it is known. */
  children?: number | undefined;
}

const OF_ONE_CODE = CARDS.filter(([first]) => first !== "code");
const OF_A_BASE: readonly CardDimensions[] = [["code", "placement", "folder", "page"], ...OF_ONE_CODE];

/** Whether the numbers of a dashboard include the children of its code. */
export function isWithChildren(view: Pick<AnalyticsView, "alone">, code: CodeScope | undefined): boolean {
  return code !== undefined && !view.alone && (code.children ?? 0) > 0;
}

/**
 * Returns the breakdown cards of a dashboard, with properties of codes next to the codes. The dashboard of one code has
 * no properties, and a breakdown by code only if its children count too.
 */
export function cardsOf(
  code: CodeScope | undefined,
  properties: readonly Property[],
  withChildren = false,
): readonly CardDimensions[] {
  if (code !== undefined) {
    return withChildren ? OF_A_BASE : OF_ONE_CODE;
  }
  return CARDS.map((card): CardDimensions => (card[0] === "code" ? [...card, ...properties] : card));
}

/**
 * Returns the filters of a view with the code of the dashboard. A code without children is its own base, so that the
 * query does not depend on whether it has any.
 */
export function filtersOf(view: Pick<AnalyticsView, "filters" | "alone">, code: CodeScope | undefined): Filters {
  if (code === undefined) {
    return view.filters;
  }
  return code.isChild || view.alone ? { ...view.filters, code: [code.id] } : { ...view.filters, base_code: [code.id] };
}

/**
 * Returns the query of a dashboard for its view, of the organisation or of one code. Its cards fetch their rows
 * themselves.
 */
export function dashboardQuery(view: AnalyticsView, zone: string, code: CodeScope | undefined): QueryInput {
  return queryOf({ ...view, filters: filtersOf(view, code) }, zone, []);
}

/** Returns the dimension that a card shows. */
export function shownIn(card: CardDimensions, view: Pick<AnalyticsView, "cards">): Dimension {
  return card.find((dimension) => view.cards.includes(dimension)) ?? card[0];
}

/** Returns the dimensions that the cards of a dashboard show. */
export function shownBy(view: Pick<AnalyticsView, "cards">, cards: readonly CardDimensions[]): Dimension[] {
  return cards.map((card) => shownIn(card, view));
}
