import { amountOf } from "@/blocks/currencies";
import { numberFormat } from "@/shared/format/formatters";

/** Formats a number for a locale. */
export function formatCount(value: number, locale?: string): string {
  return numberFormat(locale).format(value);
}

/** Formats an amount given in the smallest unit of its currency. */
export function formatCents(cents: number, currency: string, locale?: string): string {
  return numberFormat(locale, { style: "currency", currency }).format(amountOf(cents, currency));
}

/** A short form for axes and narrow places: 12.4K. */
export function formatShort(value: number, locale?: string): string {
  return numberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

const MIN_SHARE = 0.001;

/**
 * Formats a share as a percentage with at most one decimal; a share that is too small for that is not shown as zero.
 */
export function formatShare(share: number, locale?: string): string {
  const format = numberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  return share > 0 && share < MIN_SHARE / 2 ? `<${format.format(MIN_SHARE)}` : format.format(share);
}

/** The change compared with the previous period; null if there is nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before;
}

const HUGE = 10;

/** Formats a change with its sign: +12.5%. Beyond tenfold, the exact size carries no information. */
export function formatChange(change: number, locale?: string): string {
  if (change >= HUGE) {
    return `over +${formatShare(HUGE, locale)}`;
  }
  return numberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(change);
}

/** Formats an amount of time in words: “1 minute”, “2 hours”. */
export function formatDuration(amount: number, unit: "second" | "minute" | "hour", locale = "en"): string {
  return numberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** Formats an amount given in millionths of its currency; small prices keep their decimals. */
export function formatMicros(micros: number, currency: string, locale?: string): string {
  return numberFormat(locale, { style: "currency", currency, maximumFractionDigits: 4 }).format(micros / 1_000_000);
}
