import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type CustomerImport,
  PROBLEMS_PAGE,
  problemsQuery,
  useProblemsFile,
} from "@/features/people/customers/api/imports";
import { problemText } from "@/features/people/customers/import-texts";
import { messageOf } from "@/shared/api/errors";
import { ListPages } from "@/shared/components/list-pages";
import { ErrorState } from "@/shared/components/state-views";
import { formatCount } from "@/shared/format/numbers";

/** Rows that were refused, and values that were left out, in the order of the file. */
export function ImportProblems({ of }: { of: CustomerImport }) {
  const [page, setPage] = useState(1);
  const list = useQuery(problemsQuery(of, page));
  const file = useProblemsFile(of.import_id);
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) {
    return <Skeleton variant="rounded" height={120} aria-busy="true" />;
  }
  const { items, total } = list.data;
  if (total === 0) {
    return null;
  }
  return (
    <section aria-labelledby="import-problems">
      <Stack direction="row" sx={{ mb: 1.5, gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <Typography id="import-problems" variant="h6" component="h2" sx={{ flex: 1 }}>
          <Trans>Problems by row</Trans>
        </Typography>
        <Button size="small" loading={file.isPending} onClick={() => file.mutate()}>
          <Trans>Download as CSV</Trans>
        </Button>
      </Stack>
      {file.error ? (
        <Alert severity="error" sx={{ mb: 1.5 }}>
          {messageOf(file.error)}
        </Alert>
      ) : null}
      <Card>
        <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {items.map((one, at) => (
            <Stack
              component="li"
              key={`${String(one.row)} ${one.field} ${one.message}`}
              direction="row"
              spacing={2}
              sx={{ px: 2, py: 1, alignItems: "center", borderTop: at === 0 ? 0 : 1, borderColor: "divider" }}
            >
              <Typography variant="body2" color="textSecondary" sx={{ minWidth: 72, flexShrink: 0 }}>
                {t`Row ${formatCount(one.row)}`}
              </Typography>
              <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
                {problemText(one)}
              </Typography>
              {one.outcome === "refused" ? (
                <Chip size="small" color="error" variant="outlined" label={t`Row skipped`} />
              ) : (
                <Chip size="small" variant="outlined" label={t`Value left out`} />
              )}
            </Stack>
          ))}
        </Stack>
      </Card>
      <ListPages total={total} pageSize={PROBLEMS_PAGE} page={page} onPage={setPage} />
    </section>
  );
}
