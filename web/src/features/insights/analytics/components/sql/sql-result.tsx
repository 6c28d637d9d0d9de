import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import StorageIcon from "@mui/icons-material/Storage";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation } from "@tanstack/react-query";
import { type SqlFormat, type SqlRows, saveSql } from "@/features/insights/analytics/api/sql";
import { SqlGrid } from "@/features/insights/analytics/components/sql/sql-grid";
import { placeOf } from "@/features/insights/analytics/stored-statement";
import { ApiError, isFinal, messageOf } from "@/shared/api/errors";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { numberFormat } from "@/shared/format/formatters";
import { useToasts } from "@/shared/components/toasts";

export type SqlState =
  | { kind: "nothing" }
  | { kind: "cancelled" }
  | { kind: "running"; sql: string }
  | { kind: "error"; sql: string; error: unknown }
  | { kind: "rows"; sql: string; rows: SqlRows; seconds: number };

interface SqlResultProps {
  state: SqlState;
  maxRows: number | undefined;
  onRetry: () => void;
}

/** The result of the query. */
export function SqlResult({ state, maxRows, onRetry }: SqlResultProps) {
  return (
    <Card component="section" aria-label={t`Result`} aria-busy={state.kind === "running"} sx={{ minWidth: 0 }}>
      {state.kind === "nothing" ? (
        <EmptyState icon={<StorageIcon />} title={t`No query has run yet`} text={t`Results appear here.`} />
      ) : state.kind === "cancelled" ? (
        <EmptyState
          icon={<StorageIcon />}
          title={t`The query was cancelled`}
          text={t`It was also stopped on the server.`}
        />
      ) : state.kind === "running" ? (
        <Box sx={{ p: 3 }}>
          <LinearProgress aria-label={t`The query is running`} />
        </Box>
      ) : state.kind === "error" ? (
        <Failure sql={state.sql} error={state.error} onRetry={onRetry} />
      ) : (
        <Rows sql={state.sql} rows={state.rows} seconds={state.seconds} maxRows={maxRows} />
      )}
    </Card>
  );
}

function Failure({ sql, error, onRetry }: { sql: string; error: unknown; onRetry: () => void }) {
  if (!isFinal(error)) {
    return <ErrorState title={t`The query failed`} error={error} onRetry={onRetry} />;
  }
  const position = error instanceof ApiError ? error.position : null;
  const place = position === null ? null : placeOf(sql, position);
  return (
    <Alert severity="error" sx={{ m: { xs: 2, md: 3 } }}>
      {place ? (
        <Typography variant="subtitle2" component="p">
          <Trans>
            Line {place.line}, column {place.column}
          </Trans>
        </Typography>
      ) : null}
      <Box component="pre" sx={{ m: 0, fontFamily: "monospace", whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {messageOf(error)}
      </Box>
      {place && position !== null ? (
        <Box component="pre" aria-hidden sx={{ mt: 1, mb: 0, fontFamily: "monospace", overflowX: "auto" }}>
          {sql.split("\n")[place.line - 1]}
          {"\n"}
          {" ".repeat(place.column - 1)}^
        </Box>
      ) : null}
    </Alert>
  );
}

const FORMATS: readonly [SqlFormat, MessageDescriptor][] = [
  ["csv", msg`CSV`],
  ["json", msg`JSON`],
  ["parquet", msg`Parquet`],
  ["arrow", msg`Arrow`],
];

function rowsText({ truncated, row_count }: SqlRows, seconds: number): string {
  const time = numberFormat(undefined, {
    style: "unit",
    unit: "second",
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(seconds);
  return truncated
    ? plural(row_count, { one: `The first # row in ${time}`, other: `The first # rows in ${time}` })
    : plural(row_count, { one: `# row in ${time}`, other: `# rows in ${time}` });
}

interface RowsProps {
  sql: string;
  rows: SqlRows;
  seconds: number;
  maxRows: number | undefined;
}

function Rows({ sql, rows, seconds, maxRows }: RowsProps) {
  const toasts = useToasts();
  const saving = useMutation({
    mutationFn: (format: SqlFormat) => saveSql(sql, format, maxRows ?? rows.row_count),
    onSuccess: ({ isCut, rows: saved }) => {
      if (isCut) {
        toasts.success(
          plural(saved, {
            one: "The file has the first # row. There are more.",
            other: "The file has the first # rows. There are more.",
          }),
        );
      }
    },
    onError: toasts.error,
  });
  return (
    <>
      <Stack direction="row" spacing={1} useFlexGap sx={{ p: 2, alignItems: "center", flexWrap: "wrap" }}>
        <Typography role="status" sx={{ flexGrow: 1 }}>
          {rowsText(rows, seconds)}
        </Typography>
        {rows.row_count > 0
          ? FORMATS.map(([format, label]) => (
              <Button
                key={format}
                size="small"
                startIcon={<DownloadIcon />}
                aria-label={t`Save as ${t(label)}`}
                disabled={saving.isPending}
                onClick={() => saving.mutate(format)}
              >
                {t(label)}
              </Button>
            ))
          : null}
      </Stack>
      {rows.row_count === 0 ? (
        <EmptyState compact icon={<StorageIcon />} title={t`The query returned no rows`} />
      ) : (
        <SqlGrid rows={rows} />
      )}
    </>
  );
}
