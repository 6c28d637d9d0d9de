import { amountOf, placesOf } from "@/blocks/currencies";
import { numberFormat } from "@/shared/format/formatters";
import { useOrganizationData } from "@/shared/organization/organization";

/** Formats a cost given in the smallest unit of the organisation's currency; a dash for null. */
export type CostText = (cents: number | null, mostDigits?: number) => string;

/** Formats costs in the organisation's currency; amounts below its smallest unit need more digits. */
export function useCostText(): CostText {
  const currency = useOrganizationData().data?.currency;
  return (cents, mostDigits) => {
    if (cents === null) {
      return "–";
    }
    const places = Math.max(placesOf(currency), mostDigits ?? 0);
    const shown =
      currency === undefined ? { minimumFractionDigits: places } : ({ style: "currency", currency } as const);
    return numberFormat(undefined, {
      ...shown,
      ...(mostDigits === undefined ? {} : { maximumFractionDigits: places }),
    }).format(amountOf(cents, currency));
  };
}

/** An amount in the smallest unit of the organisation's currency, as a plain number: for orders in any currency. */
export function amountText(cents: number, currency: string | undefined): string {
  const places = placesOf(currency);
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  return numberFormat(undefined, digits).format(amountOf(cents, currency));
}

/** Formats the total value of orders, whatever their currencies; a dash for null. */
export function useOrderValueText(): CostText {
  const currency = useOrganizationData().data?.currency;
  return (cents) => (cents === null ? "–" : amountText(cents, currency));
}
