import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { inOrder, rebaseRevision } from "@/shared/api/in-order";
import type { components } from "@/shared/api/schema";

type Schemas = components["schemas"];
export type AutomationSummary = Schemas["AutomationSummary"];
type SaveAutomation = Schemas["SaveAutomation"];
export type Automation = Schemas["AutomationRead"];
export type Plan = Schemas["AutomationPlan-Input"];
export type Trigger = Schemas["Trigger"];
export type TriggerKind = Trigger["kind"];
export type EventRule = Schemas["EventRule"];
export type Step = NonNullable<Plan["steps"]>[number];
export type WaitStep = Schemas["WaitStep"];
export type MessageStep = Schemas["MessageStep"];
export type ConditionStep = Schemas["ConditionStep-Input"];
export type LocalContent = Schemas["LocalContent"];
export type Rules = Schemas["SegmentRules-Input"];
export type AutomationPerson = Schemas["AutomationPerson"];
export type Trial = Schemas["AutomationTrial"];
export type AutomationState = Automation["state"];
export type AutomationAction = Schemas["ChangeAutomation"]["action"];

const AUTOMATIONS = ["automations"] as const;
const LIVE_MS = 10_000;
const TRIAL_MS = 700;

interface ListChoice {
  filter: string;
  isArchived: boolean;
  page: number;
  pageSize: number;
}

/** Fetches a page of automations, newest first. */
export function automationsQuery({ filter, isArchived, page, pageSize }: ListChoice) {
  const body = { filter: filter || null, is_archived: isArchived, page, pageSize };
  return queryOptions({
    queryKey: [...AUTOMATIONS, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-automations", { body, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Fetches an automation by its ID. */
export function automationQuery(automationId: string) {
  return queryOptions({
    queryKey: [...AUTOMATIONS, "one", automationId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-automation", { body: { automation_id: automationId }, signal })),
  });
}

/** Fetches the report on enrolments of the last 30 days. */
export function automationReportQuery(automationId: string) {
  return queryOptions({
    queryKey: [...AUTOMATIONS, "report", automationId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-automation-report", { body: { automation_id: automationId, days: 30 }, signal })),
    refetchInterval: LIVE_MS,
  });
}

/** Fetches what people did after its messages of the last 30 days. */
export function automationResultsQuery(automationId: string) {
  return queryOptions({
    queryKey: [...AUTOMATIONS, "results", automationId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-automation-results", { body: { automation_id: automationId, days: 30 }, signal })),
    staleTime: 30_000,
  });
}

/** Fetches the people who are or were enrolled, newest first. */
export function automationPeopleQuery(automationId: string, page: number, pageSize: number) {
  const body = { automation_id: automationId, is_in: null, page, pageSize };
  return queryOptions({
    queryKey: [...AUTOMATIONS, "people", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-automation-people", { body, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the edit history, newest first. */
export function automationEditsQuery(automationId: string) {
  return queryOptions({
    queryKey: [...AUTOMATIONS, "edits", automationId],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/list-automation-edits", { body: { automation_id: automationId, page: 1, pageSize: 50 }, signal }),
      ),
  });
}

/** Fetches the result of a trial, repeatedly until it is done. */
export function trialQuery(jobId: string | null) {
  return queryOptions({
    queryKey: [...AUTOMATIONS, "trial", jobId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-automation-trial", { body: { job_id: jobId ?? "" }, signal })),
    enabled: jobId !== null,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.state === "queued" || state.data?.state === "running" ? TRIAL_MS : false,
  });
}

/** Starts a trial of a plan, saved or not. */
export function useTryAutomation() {
  return useMutation({
    mutationFn: (plan: Plan) => answerOf(api.POST("/v1/try-automation", { body: { plan } })),
  });
}

/** Saves a plan. A new one has no ID. */
export function useSaveAutomation() {
  const cache = useQueryClient();
  const [saves] = useState(() =>
    inOrder<SaveAutomation, Automation>(
      (body, headers) => answerOf(api.POST("/v1/save-automation", { body, headers })),
      rebaseRevision("automation_id"),
    ),
  );
  return useMutation({
    mutationFn: ({
      automationId,
      revision,
      plan,
    }: {
      automationId: string | null;
      revision: number | null;
      plan: Plan;
    }) => saves.send({ ...plan, automation_id: automationId, revision }),
    onSuccess: (saved) => {
      cache.setQueryData(automationQuery(saved.automation_id).queryKey, saved);
      return cache.invalidateQueries({ queryKey: AUTOMATIONS, predicate: ({ queryKey }) => queryKey[1] !== "one" });
    },
  });
}

interface AutomationChange {
  automationId: string;
  action: AutomationAction;
  /** The revision that the user sees: another one is not put into use. */
  revision?: number;
}

/** Switches an automation on, pauses it, archives it or restores it from the archive. */
export function useChangeAutomation() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ automationId, action, revision }: AutomationChange) =>
      answerOf(
        api.POST("/v1/change-automation", {
          body: { automation_id: automationId, action, revision },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: AUTOMATIONS }),
  });
}
