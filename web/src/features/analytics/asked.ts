import { type Question, questionOf } from "@/features/analytics/api/get-analytics";
import { CARDS, type Dimension, type Property } from "@/features/analytics/dimensions";
import type { AnalyticsView } from "@/features/analytics/filters";

/** Dimensions that share a card, the usual one first. */
export type CardDimensions = readonly [Dimension, ...Dimension[]];

const OF_ONE_CODE = CARDS.filter(([first]) => first !== "code");

/** The breakdown cards of a dashboard; that of one code has none of codes and of what codes say of themselves. */
export function cardsOf(codeId: string | undefined, properties: readonly Property[]): readonly CardDimensions[] {
  if (codeId !== undefined) {
    return OF_ONE_CODE;
  }
  const [first, ...others] = properties;
  return first === undefined ? CARDS : [...CARDS, [first, ...others]];
}

/** What a dashboard asks for its view, of the organisation or of one code. Its cards ask for their rows themselves. */
export function askedOf(view: AnalyticsView, zone: string, codeId: string | undefined): Question {
  const filters = codeId === undefined ? view.filters : { ...view.filters, code: [codeId] };
  return questionOf({ ...view, filters }, zone, []);
}

/** The dimension that a card shows. */
export function shownIn(card: CardDimensions, view: Pick<AnalyticsView, "cards">): Dimension {
  return card.find((dimension) => view.cards.includes(dimension)) ?? card[0];
}

/** The dimensions that the cards of a dashboard show. */
export function shownBy(view: Pick<AnalyticsView, "cards">, cards: readonly CardDimensions[]): Dimension[] {
  return cards.map((card) => shownIn(card, view));
}
