import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { inOrder, rebaseRevision } from "@/shared/api/in-order";
import type { components } from "@/shared/api/schema";

export type CampaignSummary = components["schemas"]["CampaignSummary"];
type SaveCampaign = components["schemas"]["SaveCampaign"];
export type Campaign = components["schemas"]["CampaignRead"];
export type CampaignCheck = components["schemas"]["CampaignCheck"];
export type CampaignReport = components["schemas"]["CampaignReport"];
export type CampaignAction = components["schemas"]["ChangeCampaign"]["action"];
export type CampaignChannel = Campaign["channel"];
export type CampaignState = Campaign["state"];
export type CampaignEdit = components["schemas"]["CampaignEditRead"];
export type CampaignResults = components["schemas"]["CampaignResultsRead"];
export type CampaignNumbers = components["schemas"]["CampaignNumbers"];
export type Explained = components["schemas"]["CampaignExplained"];
export type LocalContent = components["schemas"]["LocalContent"];
export type Plan = Pick<
  Campaign,
  | "name"
  | "channel"
  | "purpose"
  | "audience"
  | "variants"
  | "experiment"
  | "schedule"
  | "code_id"
  | "reward_id"
  | "window_hours"
>;

const CAMPAIGNS = ["campaigns"] as const;
const RUNNING_MS = 3_000;
const NUMBERS_MS = 15_000;
const ACTIVE: readonly CampaignState[] = ["scheduled", "running"];

interface ListChoice {
  filter: string;
  channel: CampaignChannel | null;
  isTemplate: boolean;
  isArchived: boolean;
  page: number;
  pageSize: number;
}

/** Fetches a page of campaigns or templates, newest first, repeatedly while one runs. */
export function campaignsQuery({ filter, channel, isTemplate, isArchived, page, pageSize }: ListChoice) {
  const body = { filter: filter || null, channel, is_template: isTemplate, is_archived: isArchived, page, pageSize };
  return queryOptions({
    queryKey: [...CAMPAIGNS, "list", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-campaigns", { body, signal })),
    refetchInterval: ({ state }) => (state.data?.items.some((one) => ACTIVE.includes(one.state)) ? RUNNING_MS : false),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a campaign by its ID. */
export function campaignQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "one", campaignId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-campaign", { body: { campaign_id: campaignId }, signal })),
  });
}

/** Fetches the newest campaign of a code. */
export function campaignOfCodeQuery(codeId: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "of-code", codeId],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-campaign", { body: { code_id: codeId }, signal })),
    retry: false,
  });
}

/** All placeholders for campaigns. */
export const keysQuery = queryOptions({
  queryKey: [...CAMPAIGNS, "keys"],
  queryFn: ({ signal }) => answerOf(api.POST("/v1/send-sms-campaign-keys", { body: {}, signal })),
  staleTime: 60_000,
});

/** Fetches a preview of the message, for a sample person. */
export function previewQuery(
  channel: CampaignChannel,
  contents: LocalContent[],
  codeId: string | null,
  language: string,
) {
  const body = { channel, contents, code_id: codeId, language };
  return queryOptions({
    queryKey: [...CAMPAIGNS, "preview", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/preview-campaign", { body, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Fetches who would get a campaign, and who would not and why. */
export function checkQuery(campaignId: string, revision: number) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "check", campaignId, revision],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/check-campaign", { body: { campaign_id: campaignId }, signal })),
    staleTime: 0,
  });
}

/** Fetches the broken links in a campaign’s texts. */
export function linksQuery(campaignId: string, revision: number) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "links", campaignId, revision],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/check-campaign-links", { body: { campaign_id: campaignId }, signal })),
    staleTime: 60_000,
    retry: false,
  });
}

/** Fetches what people did after a campaign, from the warehouse. */
export function resultsQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "results", campaignId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-campaign-results", { body: { campaign_id: campaignId }, signal })),
    staleTime: 30_000,
  });
}

/** Fetches what one person gets from a saved campaign, or why they get nothing. */
export function explainQuery(campaignId: string, revision: number, customerId: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "explain", campaignId, revision, customerId],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST("/v1/explain-campaign", { body: { campaign_id: campaignId, customer_id: customerId }, signal }),
      ),
    staleTime: 0,
  });
}

/** Fetches the progress of the messages of several campaigns. */
export function numbersQuery(campaignIds: string[], isMoving: boolean) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "numbers", campaignIds],
    queryFn: async ({ signal }) => {
      const { items } = await answerOf(
        api.POST("/v1/get-campaign-numbers", { body: { campaign_ids: campaignIds }, signal }),
      );
      return Object.fromEntries(items.map((one) => [one.campaign_id, one]));
    },
    enabled: campaignIds.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: isMoving ? NUMBERS_MS : false,
  });
}

/** Fetches the edit history of a campaign, newest first. */
export function editsQuery(campaignId: string, revision: number, page: number, pageSize: number) {
  const body = { campaign_id: campaignId, page, pageSize };
  return queryOptions({
    queryKey: [...CAMPAIGNS, "edits", revision, body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/list-campaign-edits", { body, signal })),
  });
}

/** Fetches the report of a campaign, repeatedly while it runs. */
export function reportQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...CAMPAIGNS, "report", campaignId],
    queryFn: ({ signal }) =>
      answerOf(api.POST("/v1/get-campaign-report", { body: { campaign_id: campaignId }, signal })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && ACTIVE.includes(state.data.campaign.state) ? RUNNING_MS : false,
  });
}

/** Saves a draft. A new one has no ID. */
export function useSaveCampaign() {
  const cache = useQueryClient();
  const [saves] = useState(() =>
    inOrder<SaveCampaign, Campaign>(
      (body, headers) => answerOf(api.POST("/v1/save-campaign", { body, headers })),
      rebaseRevision("campaign_id"),
    ),
  );
  return useMutation({
    mutationFn: ({ campaignId, revision, plan }: { campaignId: string | null; revision: number | null; plan: Plan }) =>
      saves.send({ ...plan, campaign_id: campaignId, revision, is_template: false }),
    onSuccess: (saved) => {
      cache.setQueryData(campaignQuery(saved.campaign_id).queryKey, saved);
      return cache.invalidateQueries({ queryKey: [...CAMPAIGNS, "list"] });
    },
  });
}

interface CampaignChange {
  campaignId: string;
  action: CampaignAction;
  /** The revision that the user checked: another one is not sent. */
  revision?: number;
}

/** Schedules, approves, withdraws, pauses, resumes or cancels a campaign. */
export function useChangeCampaign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ campaignId, action, revision }: CampaignChange) =>
      answerOf(
        api.POST("/v1/change-campaign", {
          body: { campaign_id: campaignId, action, revision },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: CAMPAIGNS }),
  });
}

/** Copies a campaign or template to a draft or a template. */
export function useCopyCampaign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ campaignId, isTemplate }: { campaignId: string; isTemplate: boolean }) =>
      answerOf(
        api.POST("/v1/copy-campaign", {
          body: { campaign_id: campaignId, is_template: isTemplate },
          headers: idempotencyKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: CAMPAIGNS }),
  });
}

/** Archives a campaign, or restores it. */
export function useArchiveCampaign() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ campaignId, isArchived }: { campaignId: string; isArchived: boolean }) =>
      answerOf(api.POST("/v1/archive-campaign", { body: { campaign_id: campaignId, is_archived: isArchived } })),
    onSettled: () => cache.invalidateQueries({ queryKey: CAMPAIGNS }),
  });
}

/** Sends a test message to the member's own address or phone number, with the data of a sample person. */
export function useTestCampaign() {
  return useMutation({
    mutationFn: (test: { channel: "sms" | "email"; contents: LocalContent[]; codeId: string | null; phone: string }) =>
      answerOf(
        api.POST("/v1/test-campaign", {
          body: {
            channel: test.channel,
            contents: test.contents,
            code_id: test.codeId,
            phone: test.phone === "" ? null : test.phone,
          },
          headers: idempotencyKey(),
        }),
      ),
  });
}
