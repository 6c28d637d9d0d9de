import { createContext } from "react";
import type { Question } from "@/features/insights/analytics/api/get-analytics";
import type { Answer } from "@/features/insights/analytics/metrics";
import { answerOf, api } from "@/shared/api/client";

/** Who answers the questions of a dashboard: the organisation's own numbers, or those behind a link. */
export interface Asker {
  /** Tells answers of different askers apart. */
  name: string;
  /** Whether somebody of the organisation is asking, who may export and look names up. */
  isMember: boolean;
  ask: (question: Question, signal: AbortSignal) => Promise<Answer>;
}

export const MEMBERS: Asker = {
  name: "members",
  isMember: true,
  ask: (question, signal) => answerOf(api.POST("/v1/get-analytics", { body: question, signal })),
};

/** The asker of everything below it. */
export const AskerContext = createContext<Asker>(MEMBERS);
