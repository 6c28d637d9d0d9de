import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Comparison } from "@/features/insights/analytics/filters";

/** What numbers are compared with, in words. */
export const COMPARED_WITH: Readonly<Record<Comparison, MessageDescriptor>> = {
  previous: msg`Previous period`,
  year: msg`Previous year`,
  none: msg`No comparison`,
};
