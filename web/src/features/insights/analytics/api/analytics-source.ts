import { createContext } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import type { Answer } from "@/features/insights/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";

/** The source of a dashboard's data: the organisation's own analytics, or a share link. */
export interface AnalyticsSource {
  /** Part of the cache key: separates the data of different sources. */
  name: string;
  /** Whether the user is a member, who may export data and look up names. */
  isMember: boolean;
  fetch: (question: QueryInput, signal: AbortSignal) => Promise<Answer>;
}

export const MEMBER_SOURCE: AnalyticsSource = {
  name: "members",
  isMember: true,
  fetch: (question, signal) => answerOf(api.POST("/v1/get-analytics", { body: question, signal })),
};

/** The source for all components below. */
export const AnalyticsSourceContext = createContext<AnalyticsSource>(MEMBER_SOURCE);
