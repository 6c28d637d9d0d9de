import type { components } from "@/shared/api/schema";

export type Poll = components["schemas"]["PollRead"];
export type CreatePoll = components["schemas"]["CreatePoll"];
export type ShowResults = Poll["show_results"];
