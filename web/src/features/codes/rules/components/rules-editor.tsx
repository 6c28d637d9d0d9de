import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import AltRouteIcon from "@mui/icons-material/AltRoute";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { readCode } from "@/features/codes/rules/api/read-code";
import { ruleOptionsQuery } from "@/features/codes/rules/api/rule-options";
import { useSaveRules } from "@/features/codes/rules/api/save-access";
import { RuleCard } from "@/features/codes/rules/components/rule-card";
import { Simulator } from "@/features/codes/rules/components/simulator";
import {
  type DraftRule,
  draftsOf,
  emptyRule,
  moveItem,
  problemsOf,
  incompleteProblems,
  rulesOf,
} from "@/features/codes/rules/draft";
import type { Code, Rule, RuleOptions } from "@/features/codes/rules/types";
import { ApiError, isEditConflict, hiddenFieldErrors } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { EditConflict } from "@/shared/components/edit-conflict";
import { incompleteInputs } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";

/** The rules of a code, and a simulator that tests them before they are saved. */
export function RulesEditor({ code, zone }: { code: Code; zone: string }) {
  const options = useQuery(ruleOptionsQuery);
  if (options.isPending) {
    return <Skeleton variant="rounded" height={320} aria-busy="true" />;
  }
  if (isUnreadable(options)) {
    return <ErrorState error={options.error} onRetry={() => void options.refetch()} />;
  }
  return <Editor code={code} zone={zone} options={options.data} />;
}

function Editor({ code, zone, options }: { code: Code; zone: string; options: RuleOptions }) {
  const [drafts, setDrafts] = useState(() => draftsOf(code.rules, zone));
  const [before, setBefore] = useState(drafts);
  const [refused, setRefused] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [version, setVersion] = useState(code.version);
  const [readRules, setReadRules] = useState(code.rules);
  const mutation = useSaveRules();
  const toasts = useToasts();
  const list = useRef<HTMLOListElement>(null);
  const problems = problemsOf(fields);

  const change = (next: DraftRule[]) => {
    setDrafts(next);
    setFields({});
  };
  const move = (from: number, to: number) => change(moveItem(drafts, from, to));
  const take = (read: Code) => {
    const now = draftsOf(read.rules, zone);
    setVersion(read.version);
    setReadRules(read.rules);
    setDrafts(now);
    setBefore(now);
    setFields({});
    setRefused(false);
  };
  /** Returns the rules in their current state. If an input is incomplete, shows its error and returns null. */
  const wholeRules = (): Rule[] | null => {
    const half = list.current === null ? [] : incompleteInputs(list.current);
    if (half.length === 0) {
      return rulesOf(drafts, zone);
    }
    half[0]?.focus();
    setFields(incompleteProblems(half, drafts));
    return null;
  };
  const save = async (expected: number) => {
    const rules = wholeRules();
    if (rules === null) {
      return;
    }
    if (drafts === before) {
      // Sending unchanged rules would make a code that follows another one override them.
      toasts.success(t`No changes to save`);
      return;
    }
    try {
      take(await mutation.mutateAsync({ code_id: code.code_id, version: expected, rules }));
      toasts.success(t`Rules saved`);
    } catch (error) {
      if (!isEditConflict(error)) {
        setRefused(false);
        showProblems(error);
        return;
      }
      const now = await readCode(code.code_id).catch(() => null);
      if (now !== null && now.version > expected && JSON.stringify(now.rules) === JSON.stringify(readRules)) {
        // Something else in the code was changed, which needs no question.
        await save(now.version);
      } else {
        setRefused(true);
      }
    }
  };
  const showProblems = (error: unknown) => {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      setFields(error.fields);
      const hiddenErrors = hiddenFieldErrors(error, (field) => field.startsWith("rules"));
      if (hiddenErrors !== null) {
        toasts.error(hiddenErrors);
      }
    } else {
      toasts.error(error);
    }
  };

  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 380px" },
        alignItems: "start",
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography color="textSecondary">
          <Trans>
            The first rule whose conditions all match applies. If none matches, the code leads to its usual destination.
          </Trans>
        </Typography>
        {fields["rules"] === undefined ? null : <Alert severity="error">{fields["rules"]}</Alert>}
        {drafts.length === 0 ? <NoRules onAdd={() => change([emptyRule()])} /> : null}
        <Stack component="ol" ref={list} aria-label={t`Rules in order`} sx={{ gap: 2, p: 0, m: 0, listStyle: "none" }}>
          {drafts.map((draft, place) => (
            <RuleCard
              key={draft.key}
              draft={draft}
              place={place}
              count={drafts.length}
              options={options}
              zone={zone}
              hasPage={code.type !== "redirect"}
              problems={problems[place]}
              onChange={(changed) => change(drafts.map((one) => (one.key === changed.key ? changed : one)))}
              onMove={(to) => move(place, to)}
              onReceive={(from) => move(from, place)}
              onRemove={() => change(drafts.filter((one) => one.key !== draft.key))}
            />
          ))}
        </Stack>
        <Stack direction="row" sx={{ gap: 1.5, justifyContent: "space-between", flexWrap: "wrap" }}>
          {drafts.length > 0 && drafts.length < options.max_rules ? (
            <Button startIcon={<AddIcon />} onClick={() => change([...drafts, emptyRule()])}>
              <Trans>Add rule</Trans>
            </Button>
          ) : (
            <span />
          )}
          <Button variant="contained" disabled={mutation.isPending} onClick={() => void save(version)}>
            <Trans>Save rules</Trans>
          </Button>
        </Stack>
      </Stack>
      <Simulator
        code={code}
        options={options}
        zone={zone}
        rules={wholeRules}
        drafts={drafts}
        onProblem={showProblems}
      />
      <LeaveGuard isPart isChanged={drafts !== before}>
        <Trans>You have unsaved rules.</Trans>
      </LeaveGuard>
      <EditConflict
        title={t`Someone else changed this code`}
        isOpen={refused}
        isReady={code.version !== version}
        onTheirs={() => take(code)}
        onMine={() => save(code.version)}
        onBack={() => setRefused(false)}
      />
    </Box>
  );
}

function NoRules({ onAdd }: { onAdd: () => void }) {
  return (
    <Card>
      <EmptyState
        compact
        icon={<AltRouteIcon />}
        title={t`No rules yet`}
        text={t`Use rules to change the destination by country, device, language, time, number of visits and more.`}
        action={
          <Button variant="outlined" startIcon={<AddIcon />} onClick={onAdd}>
            <Trans>Add rule</Trans>
          </Button>
        }
      />
    </Card>
  );
}
