import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import DesignServicesOutlinedIcon from "@mui/icons-material/DesignServicesOutlined";
import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Pagination from "@mui/material/Pagination";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { slipsQuery, useDeleteSlip } from "@/features/content/slips/api/slips";
import { SlipPreview } from "@/features/content/slips/components/slip-preview";
import { kindName } from "@/features/content/slips/kinds";
import type { Slip } from "@/features/content/slips/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { Narrowing } from "@/shared/components/narrowing";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

const PAGE_SIZE = 12;

/** All slips: look, design, print, remove. */
export function SlipsList() {
  const [search, setSearch] = useSearchParams();
  const filter = (search.get("filter") ?? "").slice(0, 120);
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const canEdit = reaches(useOrganization().role, "editor");
  const list = useQuery(slipsQuery(page, PAGE_SIZE, filter));
  const [doomed, setDoomed] = useState<Slip | null>(null);
  const show = (values: Record<string, string>) =>
    setSearch(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== "1")), {
      replace: true,
    });
  const slips = list.data?.items ?? [];
  const pages = Math.ceil((list.data?.total ?? 0) / PAGE_SIZE);
  return (
    <>
      <Narrowing list={list} isNarrowed={filter !== ""}>
        <Box sx={{ maxWidth: 380, mb: 3 }}>
          <SearchBox placeholder={t`Name`} value={filter} onChange={(text) => show({ filter: text })} />
        </Box>
      </Narrowing>
      {list.isError ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : list.isPending ? (
        <Grid>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} variant="rounded" height={300} sx={{ borderRadius: 3 }} />
          ))}
        </Grid>
      ) : slips.length === 0 ? (
        <Card>{filter ? <NothingFound onClear={() => show({})} /> : <NoSlips canEdit={canEdit} />}</Card>
      ) : (
        <Grid>
          {slips.map((slip) => (
            <SlipCard key={slip.slip_id} slip={slip} canEdit={canEdit} onDelete={() => setDoomed(slip)} />
          ))}
        </Grid>
      )}
      {pages > 1 ? (
        <Pagination
          sx={{ mt: 3, display: "flex", justifyContent: "center" }}
          count={pages}
          page={page}
          onChange={(_, next) => show({ filter, page: String(next) })}
        />
      ) : null}
      <DeleteSlip slip={doomed} onDone={() => setDoomed(null)} />
    </>
  );
}

function SlipCard({ slip, canEdit, onDelete }: { slip: Slip; canEdit: boolean; onDelete: () => void }) {
  return (
    <Card component="article" sx={{ display: "flex", flexDirection: "column" }}>
      <Box sx={{ bgcolor: "action.hover", height: 190, display: "grid", placeItems: "center" }}>
        <SlipPreview slip={slip} maxWidth={250} maxHeight={160} />
      </Box>
      <Box sx={{ p: 2 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {slip.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {slip.one_time
            ? t`${kindName(slip.kind)}, ${slip.width_mm} × ${slip.height_mm} mm, one-time codes`
            : t`${kindName(slip.kind)}, ${slip.width_mm} × ${slip.height_mm} mm`}
        </Typography>
        {canEdit ? (
          <Stack direction="row" spacing={0.5} sx={{ mt: 1, ml: -1, alignItems: "center" }}>
            <Button
              size="small"
              component={Link}
              to={paths.slip(slip.slip_id)}
              startIcon={<DesignServicesOutlinedIcon />}
              aria-label={t`Design ${slip.name}`}
            >
              <Trans>Design</Trans>
            </Button>
            <Button
              size="small"
              component={Link}
              to={paths.printSlip(slip.slip_id)}
              startIcon={<PrintOutlinedIcon />}
              aria-label={t`Print ${slip.name}`}
            >
              <Trans>Print</Trans>
            </Button>
            <Box sx={{ flex: 1 }} />
            <Tooltip title="Delete">
              <IconButton size="small" aria-label={`Delete ${slip.name}`} onClick={onDelete}>
                <DeleteOutlinedIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Stack>
        ) : null}
      </Box>
    </Card>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))", lg: "repeat(3, minmax(0, 1fr))" },
      }}
    >
      {children}
    </Box>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={t`No matching slips`}
      text={t`No slip has this name.`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear search</Trans>
        </Button>
      }
    />
  );
}

function NoSlips({ canEdit }: { canEdit: boolean }) {
  return (
    <EmptyState
      icon={<ReceiptLongOutlinedIcon />}
      title={t`No slips yet`}
      text={t`Design coupons, tickets, table tents or receipt inserts, and print as many as you need.`}
      action={
        canEdit ? (
          <Button component={Link} to={paths.createSlip} variant="contained" startIcon={<AddIcon />}>
            <Trans>Create a slip</Trans>
          </Button>
        ) : undefined
      }
    />
  );
}

function DeleteSlip({ slip, onDone }: { slip: Slip | null; onDone: () => void }) {
  const remove = useDeleteSlip();
  const toasts = useToasts();
  const confirm = () => {
    if (slip !== null) {
      handleResult(remove.mutateAsync(slip.slip_id), {
        onSuccess: () => toasts.success(t`Slip deleted.`),
        onError: toasts.error,
        onSettled: onDone,
      });
    }
  };
  return (
    <ConfirmDialog
      open={slip !== null}
      title={t`Delete this slip?`}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <Trans>“{slip?.name}” will be permanently deleted. Printed copies keep working.</Trans>
    </ConfirmDialog>
  );
}
