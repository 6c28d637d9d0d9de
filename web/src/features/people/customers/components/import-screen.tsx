import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { type ImportDetail, isBusy, useImportAction } from "@/features/people/customers/api/imports";
import { ImportMapping } from "@/features/people/customers/components/import-mapping";
import { ImportProblems } from "@/features/people/customers/components/import-problems";
import { ImportSteps } from "@/features/people/customers/components/import-steps";
import { ENCODINGS, sizeText } from "@/features/people/customers/import-texts";
import { messageOf } from "@/shared/api/errors";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

type State = ImportDetail["state"];

const STEP: Readonly<Record<State, number>> = {
  uploaded: 1,
  checking: 2,
  checked: 2,
  running: 3,
  done: 4,
  stopped: 3,
  undoing: 4,
  undone: 4,
  cancelled: 0,
};
const AT_WORK: Partial<Record<State, MessageDescriptor>> = {
  checking: msg`Checking every row`,
  running: msg`Importing`,
  undoing: msg`Undoing the import`,
};

/** One import: its columns, its expected changes, its progress, and its result. */
export function ImportScreen({ detail, role }: { detail: ImportDetail; role: string }) {
  const mayEdit = reaches(role, "editor");
  const zone = useOrganizationData().data?.time_zone;
  const acting = useImportAction(detail.import_id);
  const [isMatching, setMatching] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { state, counts } = detail;
  const atWork = AT_WORK[state];
  const maps = mayEdit && (state === "uploaded" || (state === "checked" && isMatching));
  const known = ENCODINGS.find(([name]) => name === detail.encoding);
  const encoding = known === undefined ? detail.encoding : t(known[1]);
  const restored = formatCount(detail.undone.restored);
  return (
    <>
      <PageHeader
        title={t`Import customers`}
        subtitle={`${detail.file_name} · ${sizeText(detail.file_bytes)} · ${encoding}`}
        actions={
          mayEdit && (state === "uploaded" || state === "checked") ? (
            <Button color="inherit" disabled={acting.isPending} onClick={() => acting.mutate("cancel")}>
              <Trans>Discard</Trans>
            </Button>
          ) : undefined
        }
      />
      <Stack spacing={3} sx={{ maxWidth: 860 }}>
        <ImportSteps at={maps ? 1 : STEP[state]} />
        {acting.error ? <Alert severity="error">{messageOf(acting.error)}</Alert> : null}
        {atWork === undefined ? null : (
          <Card sx={{ p: 3 }} role="status">
            <Stack direction="row" sx={{ alignItems: "center", mb: 1.5, minHeight: 32 }}>
              <Typography sx={{ flex: 1 }}>
                {`${t(atWork)}: ${formatCount(Math.floor(detail.progress * 100))}%`}
              </Typography>
              {mayEdit && state !== "undoing" ? (
                <Button
                  size="small"
                  color="inherit"
                  disabled={acting.isPending}
                  onClick={() => acting.mutate("cancel")}
                >
                  <Trans>Stop</Trans>
                </Button>
              ) : null}
            </Stack>
            <LinearProgress aria-label={t(atWork)} variant="determinate" value={detail.progress * 100} />
            {state === "running" ? (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                <Trans>You can leave this page. The import continues.</Trans>
              </Typography>
            ) : null}
          </Card>
        )}
        {maps ? <ImportMapping detail={detail} onChecking={() => setMatching(false)} /> : null}
        {state === "cancelled" ? (
          <Alert
            severity="info"
            action={
              <Button color="inherit" size="small" component={RouterLink} to={paths.importCustomers}>
                <Trans>Upload again</Trans>
              </Button>
            }
          >
            <Trans>This file was discarded. Nothing was imported.</Trans>
          </Alert>
        ) : null}
        {state === "done" ? (
          <Alert severity="success">
            <Trans>The file was imported.</Trans>
          </Alert>
        ) : null}
        {state === "stopped" ? (
          <Alert severity="warning">
            {detail.error ?? t`The import was stopped.`}{" "}
            <Trans>The rows that were imported before stay until you undo the import.</Trans>
          </Alert>
        ) : null}
        {state === "undone" ? (
          <Alert severity="success">
            {plural(detail.undone.removed, {
              one: `The import was undone: # customer removed, ${restored} restored.`,
              other: `The import was undone: # customers removed, ${restored} restored.`,
            })}
            {detail.undone_at === null ? null : ` (${formatDateTime(detail.undone_at, zone)})`}
            {detail.undone.kept > 0 ? (
              <>
                {" "}
                <Plural
                  value={detail.undone.kept}
                  one="# customer was kept because of newer activity."
                  other="# customers were kept because of newer activity."
                />
              </>
            ) : null}
          </Alert>
        ) : null}
        {maps || state === "uploaded" || state === "cancelled" || state === "checking" ? null : (
          <Counts counts={counts} isPlanned={state === "checked"} />
        )}
        {mayEdit && state === "checked" && !isMatching ? (
          <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1.5 }}>
            <Button
              variant="contained"
              disabled={acting.isPending || counts.created + counts.changed === 0}
              onClick={() => acting.mutate("run")}
            >
              <Plural value={counts.created + counts.changed} one="Import # customer" other="Import # customers" />
            </Button>
            <Button variant="outlined" onClick={() => setMatching(true)}>
              <Trans>Change columns</Trans>
            </Button>
          </Stack>
        ) : null}
        {state === "done" || state === "stopped" ? (
          <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1.5 }}>
            <Button variant="contained" component={RouterLink} to={paths.customers}>
              <Trans>Show customers</Trans>
            </Button>
            {mayEdit && detail.can_undo ? (
              <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
                <Trans>Undo the import</Trans>
              </Button>
            ) : null}
          </Stack>
        ) : null}
        {isBusy(detail) || maps || state === "cancelled" || state === "uploaded" ? null : (
          <ImportProblems key={state} of={detail} />
        )}
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={t`Undo the whole import?`}
        confirmLabel={t`Undo`}
        busy={acting.isPending}
        onConfirm={() => acting.mutate("undo", { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        <Trans>
          Customers it added are removed, and values it changed are restored. Anything newer stays: customers who have
          been active since, and values that were changed again.
        </Trans>
      </ConfirmDialog>
    </>
  );
}

function Counts({ counts, isPlanned }: { counts: ImportDetail["counts"]; isPlanned: boolean }) {
  const shown: [string, number, string][] = [
    [isPlanned ? t`New` : t`Added`, counts.created, "success.main"],
    [isPlanned ? t`To be changed` : t`Changed`, counts.changed, "info.main"],
    [t`Unchanged`, counts.unchanged, "text.primary"],
    [t`Skipped`, counts.refused, counts.refused > 0 ? "error.main" : "text.primary"],
  ];
  return (
    <Box
      component="dl"
      sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr 1fr", sm: "repeat(4, 1fr)" }, m: 0 }}
    >
      {shown.map(([label, count, color]) => (
        <Card key={label} sx={{ p: 2 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h4" sx={{ m: 0, color }}>
            {formatCount(count)}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
