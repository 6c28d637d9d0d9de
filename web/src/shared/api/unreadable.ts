import { ApiError, isMissing } from "@/shared/api/errors";

export interface Reading {
  isError: boolean;
  data: unknown;
  error: unknown;
}

/**
 * Whether there is nothing to show: the data never arrived, or the user may no longer see it.
 *
 * A query that failed to refetch still has its earlier data. Replacing the screen because of that failure would discard
 * whatever the user was writing on it.
 */
export function isUnreadable<Query extends Reading>(
  query: Query,
): query is Extract<Query, { isError: true; data: undefined }> {
  const isForbidden = query.error instanceof ApiError && query.error.status === 403;
  return query.isError && (query.data === undefined || isForbidden || isMissing(query.error));
}
