import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import UploadIcon from "@mui/icons-material/FileUploadOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type DragEvent, useRef, useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { type CustomerImport, importsQuery, isBusy, useUploadImport } from "@/features/people/customers/api/imports";
import { ImportSteps } from "@/features/people/customers/components/import-steps";
import { STATES } from "@/features/people/customers/import-texts";
import { messageOf } from "@/shared/api/errors";
import { EditorsOnly } from "@/shared/components/editors-only";
import { ListPages } from "@/shared/components/list-pages";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { formatDateTime } from "@/shared/format/dates";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";
import { formatCount } from "@/shared/format/numbers";

const PAGE_SIZE = 10;

/** Uploads a file with customers, and lists earlier imports. */
export function ImportStart({ role }: { role: string }) {
  if (!reaches(role, "editor")) {
    return (
      <EditorsOnly
        title={t`Import customers`}
        text={t`Only editors can import customers.`}
        back={{ to: paths.customers, label: t`Customers` }}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t`Import customers`}
        subtitle={t`From a CSV file of another product or a spreadsheet. You see what the import would do before anything changes.`}
      />
      <Stack spacing={3} sx={{ maxWidth: 860 }}>
        <ImportSteps at={0} />
        <FileDrop />
        <EarlierImports />
      </Stack>
    </>
  );
}

function FileDrop() {
  const uploading = useUploadImport();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const send = (file: File | undefined) => {
    if (file !== undefined && !uploading.isPending) {
      uploading.mutate(
        { file, encoding: null },
        { onSuccess: ({ import_id }) => void navigate(paths.customerImport(import_id)) },
      );
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files[0]);
  };
  return (
    <Stack spacing={2}>
      {uploading.error ? <Alert severity="error">{messageOf(uploading.error)}</Alert> : null}
      <Card
        variant="outlined"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{ borderStyle: "dashed", bgcolor: isOver ? "action.hover" : undefined }}
      >
        <Stack spacing={1.5} sx={{ alignItems: "center", textAlign: "center", p: { xs: 3, sm: 5 } }}>
          <UploadIcon sx={{ fontSize: 40, color: "text.secondary" }} />
          <Typography variant="subtitle1">
            <Trans>Drop a CSV file here</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              At most 100 MB and 500,000 rows, with column names in the first row. In Excel choose File → Save as → CSV
              UTF-8.
            </Trans>
          </Typography>
          <Button variant="contained" loading={uploading.isPending} onClick={() => input.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            data-testid="import-file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              send(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </Stack>
      </Card>
    </Stack>
  );
}

function EarlierImports() {
  const view = useListView({ pageSize: PAGE_SIZE });
  const list = useQuery(importsQuery(view.page));
  const zone = useOrganizationData().data?.time_zone;
  if (list.isError) {
    return <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending) {
    return <Skeleton variant="rounded" height={96} aria-busy="true" />;
  }
  const { items, total } = list.data;
  return (
    <Box component="section" aria-labelledby="earlier-imports">
      <Typography id="earlier-imports" variant="h6" component="h2" sx={{ mb: 1.5 }}>
        <Trans>Earlier imports</Trans>
      </Typography>
      {items.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No imports yet.</Trans>
        </Typography>
      ) : (
        <Stack component="ul" spacing={1} sx={{ listStyle: "none", m: 0, p: 0 }}>
          {items.map((one) => (
            <Card key={one.import_id} component="li" sx={{ px: 2, py: 1.5 }}>
              <Stack direction={{ xs: "column", sm: "row" }} spacing={1} sx={{ alignItems: { sm: "center" } }}>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Link
                    component={RouterLink}
                    to={paths.customerImport(one.import_id)}
                    color="textPrimary"
                    underline="hover"
                    sx={{ fontWeight: 500, overflowWrap: "anywhere" }}
                  >
                    {one.file_name}
                  </Link>
                  <Typography variant="body2" color="textSecondary">
                    {[formatDateTime(one.uploaded_at, zone), one.uploaded_by].filter(Boolean).join(" · ")}
                  </Typography>
                </Box>
                <Typography variant="body2">{summaryOf(one)}</Typography>
                <Chip size="small" label={stateOf(one)} sx={{ alignSelf: "flex-start" }} />
              </Stack>
              {isBusy(one) ? (
                <LinearProgress
                  aria-label={t`Progress of ${one.file_name}`}
                  variant="determinate"
                  value={one.progress * 100}
                  sx={{ mt: 1.5 }}
                />
              ) : null}
            </Card>
          ))}
        </Stack>
      )}
      <ListPages total={total} pageSize={view.pageSize} page={view.page} onPage={view.setPage} />
    </Box>
  );
}

function stateOf(one: CustomerImport): string {
  const state = t(STATES[one.state]);
  return isBusy(one) ? `${state}: ${formatCount(Math.floor(one.progress * 100))}%` : state;
}

function summaryOf({ state, counts }: CustomerImport): string {
  if (state !== "done" && state !== "stopped") {
    return "";
  }
  const changed = formatCount(counts.changed);
  return plural(counts.created, {
    one: `# new customer, ${changed} changed`,
    other: `# new customers, ${changed} changed`,
  });
}
