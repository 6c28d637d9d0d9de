import { type QueryInput, queryOf } from "@/features/insights/analytics/api/get-analytics";
import { CARDS, type Dimension, type Property } from "@/features/insights/analytics/dimensions";
import type { AnalyticsView, Filters } from "@/features/insights/analytics/filters";

/** Dimensions that share a card, the usual one first. */
export type CardDimensions = readonly [Dimension, ...Dimension[]];

/** The code that a dashboard is of. */
export interface CodeScope {
  id: string;
  /** Whether it was made from another code, and so can have no children. */
  isChild: boolean;
  /** How many codes were made from it; undefined until that is known. */
  children?: number | undefined;
}

const OF_ONE_CODE = CARDS.filter(([first]) => first !== "code");
const OF_A_BASE: readonly CardDimensions[] = [["code", "placement", "folder", "page"], ...OF_ONE_CODE];

/** Whether the numbers of a dashboard are those of a code and of what was made from it. */
export function isWithChildren(view: Pick<AnalyticsView, "alone">, code: CodeScope | undefined): boolean {
  return code !== undefined && !view.alone && (code.children ?? 0) > 0;
}

/** The breakdown cards of a dashboard, properties of codes with the codes; that of one code has none of what codes say of themselves, and of codes only
 * where its children are counted with it. */
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

/** The filters of a view with the code that its dashboard is of. A code that nothing was made from is its own base,
 * so that nobody must know of children to ask. */
export function filtersOf(view: Pick<AnalyticsView, "filters" | "alone">, code: CodeScope | undefined): Filters {
  if (code === undefined) {
    return view.filters;
  }
  return code.isChild || view.alone ? { ...view.filters, code: [code.id] } : { ...view.filters, base_code: [code.id] };
}

/** What a dashboard asks for its view, of the organisation or of one code. Its cards ask for their rows themselves. */
export function dashboardQuery(view: AnalyticsView, zone: string, code: CodeScope | undefined): QueryInput {
  return queryOf({ ...view, filters: filtersOf(view, code) }, zone, []);
}

/** The dimension that a card shows. */
export function shownIn(card: CardDimensions, view: Pick<AnalyticsView, "cards">): Dimension {
  return card.find((dimension) => view.cards.includes(dimension)) ?? card[0];
}

/** The dimensions that the cards of a dashboard show. */
export function shownBy(view: Pick<AnalyticsView, "cards">, cards: readonly CardDimensions[]): Dimension[] {
  return cards.map((card) => shownIn(card, view));
}
