import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Comparison } from "@/features/insights/analytics/filters";

/** Labels of the comparison periods. */
export const COMPARED_WITH: Readonly<Record<Comparison, MessageDescriptor>> = {
  previous: msg`Previous period`,
  year: msg`Previous year`,
  none: msg`No comparison`,
};
