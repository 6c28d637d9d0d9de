import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  isBusy,
  type PassImport,
  type PassImportDetail,
  passProblemsQuery,
  usePassImportAction,
  useProblemsFile,
} from "@/features/wallet/designer/api/pass-imports";
import { PassImportMapping, targetText } from "@/features/wallet/designer/components/pass-import-mapping";
import { messageOf } from "@/shared/api/errors";
import { ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";

interface PassImportScreenProps {
  detail: PassImportDetail;
  /** Placeholders of the template that the file's own columns fill. */
  columns: string[];
  onClose: () => void;
}

/** One import of passes: its columns, its expected changes, its progress, and its result. */
export function PassImportScreen({ detail, columns, onClose }: PassImportScreenProps) {
  const [isMatching, setMatching] = useState(false);
  const acting = usePassImportAction(detail.import_id);
  useListsOf(detail);
  const { state, counts } = detail;
  if (state === "uploaded" || (state === "checked" && isMatching)) {
    return (
      <PassImportMapping detail={detail} columns={columns} onChecking={() => setMatching(false)} onClose={onClose} />
    );
  }
  const made = counts.created + counts.changed;
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {detail.file_name}
          </Typography>
          {acting.error ? <Alert severity="error">{messageOf(acting.error)}</Alert> : null}
          {isBusy(detail) ? <Progress of={detail} /> : <Outcome of={detail} />}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {state === "checking" || state === "running" ? (
          <Button
            color="inherit"
            loading={acting.isPending}
            onClick={() => acting.mutate("cancel")}
            sx={{ mr: "auto" }}
          >
            <Trans>Stop</Trans>
          </Button>
        ) : null}
        {state === "checked" ? (
          <Button color="inherit" onClick={() => setMatching(true)} sx={{ mr: "auto" }}>
            <Trans>Change columns</Trans>
          </Button>
        ) : null}
        {detail.can_undo ? (
          <Button loading={acting.isPending} onClick={() => acting.mutate("undo")} sx={{ mr: "auto" }}>
            <Trans>Undo import</Trans>
          </Button>
        ) : null}
        <Button color="inherit" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {state === "checked" ? (
          <Button
            variant="contained"
            disabled={made === 0}
            loading={acting.isPending}
            onClick={() => acting.mutate("run")}
          >
            {made === 0 ? t`Create passes` : plural(made, { one: "Create # pass", other: "Create # passes" })}
          </Button>
        ) : null}
      </DialogActions>
    </>
  );
}

/** Refreshes the lists of passes once an import has changed them. */
function useListsOf({ state }: PassImport): void {
  const cache = useQueryClient();
  const isOver = state === "done" || state === "stopped" || state === "undone";
  useEffect(() => {
    if (isOver) {
      void cache.invalidateQueries({ queryKey: ["passes"] });
      void cache.invalidateQueries({ queryKey: ["pass-templates"] });
    }
  }, [cache, isOver]);
}

function Progress({ of: { state, progress } }: { of: PassImport }) {
  const doing =
    state === "checking" ? t`Checking every row` : state === "running" ? t`Creating passes` : t`Undoing the import`;
  const percent = formatCount(Math.floor(progress * 100));
  return (
    <Box role="status">
      <Typography sx={{ mb: 1 }}>{`${doing}: ${percent}%`}</Typography>
      <LinearProgress aria-label={doing} variant="determinate" value={progress * 100} />
      {state === "running" ? (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          <Trans>You can close this window. The import continues.</Trans>
        </Typography>
      ) : null}
    </Box>
  );
}

function Outcome({ of }: { of: PassImport }) {
  const { state, counts, undone, error } = of;
  if (state === "cancelled") {
    return <Alert severity="info">{t`This file was discarded. No passes were created.`}</Alert>;
  }
  if (state === "undone") {
    return (
      <Typography role="status">
        {plural(undone.removed, { one: "# pass was removed.", other: "# passes were removed." })}{" "}
        {undone.kept === 0
          ? null
          : plural(undone.kept, {
              one: "# pass was on a phone or already used, and is now void.",
              other: "# passes were on a phone or already used, and are now void.",
            })}
      </Typography>
    );
  }
  return (
    <Stack sx={{ gap: 1.5 }} role="status">
      {state === "stopped" ? (
        <Alert severity="warning">{error ?? t`The import was stopped. Passes already created are kept.`}</Alert>
      ) : null}
      <Typography>
        {state === "checked"
          ? plural(counts.created, { one: "# pass will be created.", other: "# passes will be created." })
          : plural(counts.created, { one: "# pass was created.", other: "# passes were created." })}{" "}
        {counts.changed === 0
          ? null
          : plural(counts.changed, {
              one: "# person already has a pass, which is updated with the values of the row.",
              other: "# people already have passes, which are updated with the values of their rows.",
            })}
      </Typography>
      {counts.refused === 0 ? null : <Problems of={of} />}
    </Stack>
  );
}

function Problems({ of }: { of: PassImport }) {
  const list = useQuery(passProblemsQuery(of));
  const file = useProblemsFile(of.import_id);
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography sx={{ flex: 1 }}>
          {plural(of.counts.refused, { one: "# row can’t become a pass:", other: "# rows can’t become passes:" })}
        </Typography>
        <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
          <Trans>Download as CSV</Trans>
        </Button>
      </Stack>
      {file.error ? <Alert severity="error">{messageOf(file.error)}</Alert> : null}
      {list.isError ? <ErrorState compact error={list.error} onRetry={() => void list.refetch()} /> : null}
      <Box sx={{ maxHeight: 260, overflow: "auto" }} tabIndex={0} role="region" aria-label={t`Rows with problems`}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>
                <Trans>Row</Trans>
              </TableCell>
              <TableCell>
                <Trans>Problem</Trans>
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {list.data?.items.map((it) => (
              <TableRow key={it.row}>
                <TableCell>{it.row}</TableCell>
                <TableCell>{`${targetText(it.field)} ${it.message}`}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </>
  );
}
