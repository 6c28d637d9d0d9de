import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import {
  type Campaign,
  campaignQuery,
  type Plan,
  useChangeCampaign,
  useSaveCampaign,
} from "@/features/messaging/campaigns/api/campaigns";
import { AudienceStep } from "@/features/messaging/campaigns/components/audience-step";
import { CampaignMenu } from "@/features/messaging/campaigns/components/campaign-menu";
import { CheckPanel } from "@/features/messaging/campaigns/components/check-panel";
import { ContentStep } from "@/features/messaging/campaigns/components/content-step";
import { SendSummary } from "@/features/messaging/campaigns/components/send-summary";
import { WhenStep } from "@/features/messaging/campaigns/components/when-step";
import { saysSomething, writtenChannels } from "@/features/messaging/campaigns/words";
import { isEditConflict } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import type { Draft } from "@/shared/api/use-held-draft";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { EditConflict } from "@/shared/components/edit-conflict";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { useSearchChange } from "@/shared/url/use-search-change";

const STEPS = ["audience", "content", "when", "check"] as const;
type Step = (typeof STEPS)[number];

interface EditorProps {
  draft: Draft<Campaign, Plan>;
  zone: string;
  mayEdit: boolean;
}

/** Plans a campaign in steps: the audience, the message, the time, and the check before it is sent. */
export function CampaignEditor({ draft, zone, mayEdit }: EditorProps) {
  const [search, change] = useSearchChange();
  const navigate = useNavigate();
  const toasts = useToasts();
  const saving = useSaveCampaign();
  const changing = useChangeCampaign();
  const cache = useQueryClient();
  const { base: campaign, plan, isChanged, edit, newer } = draft;
  const [conflictBefore, setConflictBefore] = useState<Step | null>(null);
  const [isSending, setSending] = useState(false);
  const step: Step = STEPS.find((one) => one === search.get("step")) ?? "audience";
  const isTemplate = campaign?.is_template === true;
  const editor = useRef<HTMLDivElement>(null);
  const save = (next: Step) => {
    if (reportIncomplete(editor.current)) {
      return;
    }
    const problem = problemOf(plan, next === "check");
    if (problem !== null) {
      toasts.error(problem.text);
      change({ step: problem.step });
      return;
    }
    if (campaign !== null && !isChanged) {
      change({ step: next });
      return;
    }
    void send(next, campaign?.revision ?? null);
  };
  const send = async (next: Step, revision: number | null) => {
    const campaignId = campaign?.campaign_id ?? null;
    try {
      const saved = await saving.mutateAsync({ campaignId, revision, plan });
      if (draft.keepSaved(saved, plan)) {
        await navigate(`${paths.campaign(saved.campaign_id)}?step=${next}`, { replace: true });
      }
    } catch (error) {
      if (isEditConflict(error) && campaignId !== null) {
        setConflictBefore(next);
        await cache.invalidateQueries({ queryKey: campaignQuery(campaignId).queryKey });
      } else {
        toasts.error(error);
      }
    }
  };
  const go = (next: Step) => {
    if (next === "check") {
      save(next);
    } else if (!reportIncomplete(editor.current)) {
      change({ step: next });
    }
  };
  const act = (action: "schedule" | "approve" | "withdraw") => {
    if (campaign === null) {
      return;
    }
    const checked = action === "withdraw" ? {} : { revision: campaign.revision };
    handleResult(changing.mutateAsync({ campaignId: campaign.campaign_id, action, ...checked }), {
      onSuccess: (changed) =>
        changed.needs_approval ? toasts.success(t`A second person must approve it now.`) : undefined,
      onError: toasts.error,
      onSettled: () => setSending(false),
    });
  };
  const following = STEPS[STEPS.indexOf(step) + 1];
  const isWaiting = campaign?.needs_approval === true;
  return (
    <>
      <LeaveGuard isChanged={isChanged}>
        <Trans>Your changes to the campaign would be lost.</Trans>
      </LeaveGuard>
      <PageHeader
        title={campaign === null ? t`New campaign` : campaign.name}
        subtitle={isTemplate ? t`Template` : t`Draft`}
        actions={
          <>
            {campaign === null ? (
              <Button component={RouterLink} to={paths.campaigns}>
                <Trans>Cancel</Trans>
              </Button>
            ) : (
              <CampaignMenu campaign={campaign} mayEdit={mayEdit} />
            )}
            {mayEdit ? (
              <Button
                variant={step === "check" ? "outlined" : "contained"}
                disabled={plan.name.trim() === "" || saving.isPending || (campaign !== null && !isChanged)}
                onClick={() => save(step)}
              >
                <Trans>Save draft</Trans>
              </Button>
            ) : null}
          </>
        }
      />
      <Tabs
        value={step}
        onChange={(_, next: Step) => go(next)}
        variant="scrollable"
        aria-label={t`Steps`}
        sx={{ mb: 2 }}
      >
        <Tab value="audience" label={t`1. Audience`} />
        <Tab value="content" label={t`2. Message`} />
        <Tab value="when" label={t`3. When`} />
        <Tab value="check" label={t`4. Check and send`} disabled={plan.name.trim() === ""} />
      </Tabs>
      {isWaiting ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Trans>Waiting for approval from a second person. Any change withdraws the request.</Trans>
        </Alert>
      ) : null}
      <Card ref={editor} sx={{ p: { xs: 2, sm: 3 } }}>
        {step === "audience" ? <AudienceStep plan={plan} onChange={edit} /> : null}
        {step === "content" ? <ContentStep plan={plan} onChange={edit} /> : null}
        {step === "when" ? <WhenStep plan={plan} zone={zone} onChange={edit} /> : null}
        {step === "check" && campaign !== null ? (
          <CheckPanel
            campaignId={campaign.campaign_id}
            revision={campaign.revision}
            hasTest={plan.variants.length > 1 && (plan.experiment.test_share ?? 100) < 100}
            zone={zone}
          />
        ) : null}
        <Stack direction="row" spacing={1} sx={{ mt: 3 }}>
          {following !== undefined ? (
            <Button
              variant="outlined"
              disabled={plan.name.trim() === "" || saving.isPending}
              onClick={() => go(following)}
            >
              <Trans>Continue</Trans>
            </Button>
          ) : null}
          {step === "check" && mayEdit && !isTemplate && !isWaiting ? (
            <Button variant="contained" onClick={() => setSending(true)} disabled={isChanged || changing.isPending}>
              {plan.schedule.kind === "now" ? <Trans>Send campaign</Trans> : <Trans>Schedule campaign</Trans>}
            </Button>
          ) : null}
          {step === "check" && mayEdit && isWaiting ? (
            <>
              {campaign.may_approve ? (
                <Button variant="contained" onClick={() => act("approve")} disabled={isChanged || changing.isPending}>
                  <Trans>Approve and send</Trans>
                </Button>
              ) : null}
              <Button onClick={() => act("withdraw")} disabled={changing.isPending}>
                <Trans>Withdraw request</Trans>
              </Button>
            </>
          ) : null}
        </Stack>
      </Card>
      <EditConflict
        title={t`Someone else changed this campaign`}
        replaces
        isOpen={conflictBefore !== null}
        isReady={newer !== null}
        onTheirs={() => {
          setConflictBefore(null);
          if (newer !== null) {
            draft.load(newer);
          }
        }}
        onMine={() => {
          setConflictBefore(null);
          return newer === null ? Promise.resolve() : send(conflictBefore ?? step, newer.revision);
        }}
        onBack={() => setConflictBefore(null)}
      />
      <ConfirmDialog
        open={isSending}
        title={plan.schedule.kind === "now" ? t`Send this campaign?` : t`Schedule this campaign?`}
        confirmLabel={plan.schedule.kind === "now" ? t`Send campaign` : t`Schedule campaign`}
        color="primary"
        busy={changing.isPending}
        onConfirm={() => act("schedule")}
        onCancel={() => setSending(false)}
      >
        {campaign === null ? null : <SendSummary campaignId={campaign.campaign_id} revision={campaign.revision} />}
      </ConfirmDialog>
    </>
  );
}

/** Returns what is missing in a plan before it can be saved or, if it must be complete, checked. */
function problemOf(plan: Plan, isComplete: boolean): { step: Step; text: string } | null {
  const { kind, id } = plan.audience;
  if (kind !== "everyone" && (id ?? "") === "") {
    return { step: "audience", text: t`Choose who should get it.` };
  }
  const channels = writtenChannels(plan.channel);
  const isWritten = plan.variants.every((one) =>
    one.contents.every((content) => channels.some((channel) => saysSomething(content, channel))),
  );
  return isComplete && !isWritten
    ? { step: "content", text: t`Write the message first, in every version and language.` }
    : null;
}
