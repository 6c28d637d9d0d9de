import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import {
  type Automation,
  type AutomationAction,
  automationQuery,
  automationReportQuery,
  type Plan,
  useChangeAutomation,
  useSaveAutomation,
} from "@/features/messaging/automations/api/automations";
import { EntryFields, ExitFields } from "@/features/messaging/automations/components/entry-fields";
import { HistoryPanel } from "@/features/messaging/automations/components/history-panel";
import { PeoplePanel } from "@/features/messaging/automations/components/people-panel";
import { ReportPanel } from "@/features/messaging/automations/components/report-panel";
import { StateChip } from "@/features/messaging/automations/components/state-chip";
import type { Editors } from "@/features/messaging/automations/components/step-fields";
import { StepList } from "@/features/messaging/automations/components/step-list";
import { TrialPanel } from "@/features/messaging/automations/components/trial-panel";
import { goalInWords, triggerInWords } from "@/features/messaging/automations/words";
import { isEditConflict } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { useHeldDraft } from "@/shared/api/use-held-draft";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { EditConflict } from "@/shared/components/edit-conflict";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { useSearchChange } from "@/shared/url/use-search-change";

const VIEWS = ["steps", "people", "report", "history"] as const;
const NOBODY: ReadonlyMap<string, number> = new Map();

interface EditorProps {
  /** Null for a new one. */
  automation: Automation | null;
  /** The plan of a new one. */
  plan: Plan;
  editors: Editors;
  zone: string;
  mayEdit: boolean;
}

/** An automation: its steps from top to bottom, the people in it, and its report. */
export function AutomationEditor({ automation: stored, plan: first, editors, zone, mayEdit }: EditorProps) {
  const [search, change] = useSearchChange();
  const navigate = useNavigate();
  const toasts = useToasts();
  const saving = useSaveAutomation();
  const changing = useChangeAutomation();
  const cache = useQueryClient();
  const draft = useHeldDraft(
    stored,
    (row) => row.plan,
    () => first,
  );
  const { base: automation, plan, isChanged, edit, newer } = draft;
  const [hasConflict, setConflict] = useState(false);
  const mustSave = isChanged || automation === null;
  const [asked, setAsked] = useState<"turn_on" | "archive" | null>(null);
  const view = automation === null ? "steps" : (VIEWS.find((one) => one === search.get("view")) ?? "steps");
  const isArchived = automation?.state === "archived";
  const mayChange = mayEdit && !isArchived;
  const steps = plan.steps ?? [];
  const editor = useRef<HTMLFieldSetElement>(null);
  const save = () => {
    if (reportIncomplete(editor.current)) {
      return;
    }
    void send(automation?.revision ?? null);
  };
  const send = async (revision: number | null) => {
    const automationId = automation?.automation_id ?? null;
    try {
      const saved = await saving.mutateAsync({ automationId, revision, plan });
      toasts.success(t`Saved`);
      if (draft.keepSaved(saved, plan)) {
        await navigate(paths.automation(saved.automation_id), { replace: true });
      }
    } catch (error) {
      if (isEditConflict(error) && automationId !== null) {
        setConflict(true);
        await cache.invalidateQueries({ queryKey: automationQuery(automationId).queryKey });
      } else {
        toasts.error(error);
      }
    }
  };
  const show = (next: string) => {
    if (!reportIncomplete(editor.current)) {
      change({ view: next === "steps" ? null : next, at: null });
    }
  };
  const act = (action: AutomationAction) => {
    if (automation === null) {
      return;
    }
    const seen = action === "turn_on" ? { revision: automation.revision } : {};
    handleResult(changing.mutateAsync({ automationId: automation.automation_id, action, ...seen }), {
      onSuccess: ({ state }) => {
        toasts.success(state === "on" ? t`The automation is on` : t`Done`);
      },
      onError: toasts.error,
      onSettled: () => setAsked(null),
    });
  };
  return (
    <>
      <LeaveGuard isChanged={isChanged}>
        <Trans>Your changes to the automation would be lost.</Trans>
      </LeaveGuard>
      <PageHeader
        title={automation === null ? t`New automation` : automation.plan.name}
        subtitle={triggerInWords(plan.trigger)}
        actions={
          mayEdit ? (
            <Actions
              automation={automation}
              isBusy={changing.isPending || saving.isPending}
              isChanged={mustSave}
              canSave={plan.name.trim() !== ""}
              onSave={save}
              onAct={act}
              onAsk={setAsked}
            />
          ) : null
        }
      />
      {automation === null ? null : (
        <Stack direction="row" spacing={1} sx={{ alignItems: "center", mb: 1 }}>
          <StateChip state={automation.state} />
          {plan.goal ? (
            <Typography variant="body2" color="textSecondary">
              <Trans>Goal: {goalInWords(plan.goal)}</Trans>
            </Typography>
          ) : null}
        </Stack>
      )}
      {automation?.has_unused_changes && automation.state !== "draft" ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          <Trans>The latest changes are not in use yet. People keep the steps that they entered with.</Trans>
        </Alert>
      ) : null}
      {automation === null ? null : (
        <Tabs
          value={view}
          onChange={(_, next: string) => show(next)}
          variant="scrollable"
          aria-label={t`Automation`}
          sx={{ mb: 2 }}
        >
          <Tab value="steps" label={t`Steps`} />
          <Tab value="people" label={t`People`} />
          <Tab value="report" label={t`Report`} />
          <Tab value="history" label={t`History`} />
        </Tabs>
      )}
      {view === "steps" ? (
        <Box
          sx={{
            display: "grid",
            gap: 3,
            gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 320px" },
            alignItems: "start",
          }}
        >
          <Stack
            ref={editor}
            spacing={2}
            sx={{ minWidth: 0 }}
            component="fieldset"
            disabled={!mayChange}
            style={{ border: 0, padding: 0, margin: 0 }}
          >
            <TextField
              label={t`Name`}
              required
              size="small"
              value={plan.name}
              onChange={({ target }) => edit({ name: target.value })}
              slotProps={{ htmlInput: { maxLength: 80 } }}
            />
            <EntryFields plan={plan} onChange={edit} />
            <section aria-label={t`Steps`}>
              <Typography variant="subtitle1" component="h2" sx={{ mb: 1 }}>
                <Trans>What happens</Trans>
              </Typography>
              <Waiting automationId={automation?.automation_id ?? null}>
                {(waiting) => (
                  <StepList
                    steps={steps}
                    onChange={(next) => edit({ steps: next })}
                    editors={editors}
                    mayEdit={mayChange}
                    waiting={waiting}
                  />
                )}
              </Waiting>
            </section>
            <ExitFields plan={plan} onChange={edit} />
          </Stack>
          {mayEdit ? <TrialPanel plan={plan} /> : null}
        </Box>
      ) : null}
      {automation !== null && view === "people" ? (
        <PeoplePanel automationId={automation.automation_id} steps={steps} zone={zone} />
      ) : null}
      {automation !== null && view === "report" ? (
        <ReportPanel automationId={automation.automation_id} steps={steps} zone={zone} />
      ) : null}
      {automation !== null && view === "history" ? (
        <HistoryPanel automationId={automation.automation_id} zone={zone} />
      ) : null}
      <EditConflict
        title={t`Someone else changed this automation`}
        replaces
        isOpen={hasConflict}
        isReady={newer !== null}
        onTheirs={() => {
          setConflict(false);
          if (newer !== null) {
            draft.load(newer);
          }
        }}
        onMine={() => {
          setConflict(false);
          return newer === null ? Promise.resolve() : send(newer.revision);
        }}
        onBack={() => setConflict(false)}
      />
      <ConfirmDialog
        open={asked === "turn_on"}
        title={t`Switch this automation on?`}
        confirmLabel={t`Switch on`}
        color="primary"
        busy={changing.isPending}
        onConfirm={() => act("turn_on")}
        onCancel={() => setAsked(null)}
      >
        <Trans>From now on, people enter automatically. Nothing that happened before counts.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "archive"}
        title={t`Archive this automation?`}
        confirmLabel={t`Archive`}
        busy={changing.isPending}
        onConfirm={() => act("archive")}
        onCancel={() => setAsked(null)}
      >
        <Trans>Everyone in it leaves, and waiting messages are cancelled.</Trans>
      </ConfirmDialog>
    </>
  );
}

interface WaitingProps {
  automationId: string | null;
  children: (waiting: ReadonlyMap<string, number>) => React.ReactNode;
}

/** Fetches how many people wait at each step. */
function Waiting({ automationId, children }: WaitingProps) {
  const report = useQuery({ ...automationReportQuery(automationId ?? ""), enabled: automationId !== null });
  return <>{children(report.data ? new Map(report.data.waiting.map((one) => [one.step_id, one.people])) : NOBODY)}</>;
}

interface ActionsProps {
  automation: Automation | null;
  isBusy: boolean;
  isChanged: boolean;
  canSave: boolean;
  onSave: () => void;
  onAct: (action: AutomationAction) => void;
  onAsk: (asked: "turn_on" | "archive") => void;
}

function Actions({ automation, isBusy, isChanged, canSave, onSave, onAct, onAsk }: ActionsProps) {
  if (automation?.state === "archived") {
    return (
      <Button variant="outlined" disabled={isBusy} onClick={() => onAct("restore")}>
        <Trans>Restore</Trans>
      </Button>
    );
  }
  const isOn = automation?.state === "on";
  return (
    <>
      {automation === null ? null : (
        <Button color="inherit" disabled={isBusy} onClick={() => onAsk("archive")}>
          <Trans>Archive</Trans>
        </Button>
      )}
      {isOn ? (
        <Button disabled={isBusy} onClick={() => onAct("pause")}>
          <Trans>Pause</Trans>
        </Button>
      ) : null}
      <Button
        variant={isChanged ? "contained" : "outlined"}
        disabled={isBusy || !isChanged || !canSave}
        onClick={onSave}
      >
        <Trans>Save</Trans>
      </Button>
      {automation !== null && isOn && automation.has_unused_changes ? (
        <Button variant="contained" disabled={isBusy || isChanged} onClick={() => onAct("turn_on")}>
          <Trans>Use changes</Trans>
        </Button>
      ) : null}
      {automation !== null && !isOn ? (
        <Button variant="contained" disabled={isBusy || isChanged} onClick={() => onAsk("turn_on")}>
          <Trans>Switch on</Trans>
        </Button>
      ) : null}
    </>
  );
}
