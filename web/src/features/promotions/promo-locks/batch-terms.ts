import { t } from "@lingui/core/macro";
import type { LockOverview } from "@/features/promotions/promo-locks/types";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

/**
 * Describes when and where the promo codes of a batch are valid, in the given time zone. Empty if they are always valid
 * everywhere.
 */
export function termsOf(batch: LockOverview["batches"][number], zone: string): string {
  const { starts_at, ends_at, latitude, longitude, radius_m } = batch;
  return [
    starts_at === null ? "" : t`from ${formatDateTime(starts_at, zone)}`,
    ends_at === null ? "" : t`until ${formatDateTime(ends_at, zone)}`,
    latitude === null || longitude === null
      ? ""
      : t`within ${formatCount(radius_m ?? 0)} m of ${latitude}, ${longitude}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
