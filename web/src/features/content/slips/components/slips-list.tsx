import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import DesignServicesOutlinedIcon from "@mui/icons-material/DesignServicesOutlined";
import PrintOutlinedIcon from "@mui/icons-material/PrintOutlined";
import ReceiptLongOutlinedIcon from "@mui/icons-material/ReceiptLongOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { slipsQuery, useDeleteSlip } from "@/features/content/slips/api/slips";
import { SlipPreview } from "@/features/content/slips/components/slip-preview";
import { kindName } from "@/features/content/slips/kinds";
import type { Slip } from "@/features/content/slips/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CardList, ListScreen } from "@/shared/components/list-screen";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

const PAGE_SIZE = 12;

/** All slips: view, design, print, delete. */
export function SlipsList() {
  const view = useListView({ at: "page", pageSize: PAGE_SIZE });
  const canEdit = reaches(useOrganization().role, "editor");
  const list = useQuery(slipsQuery(view.page, PAGE_SIZE, view.filter));
  const [doomed, setDoomed] = useState<Slip | null>(null);
  const create = canEdit ? (
    <Button component={Link} to={paths.createSlip} variant="contained" startIcon={<AddIcon />}>
      <Trans>Create a slip</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <ListScreen title={t`Slips`} actions={create} list={list} view={view} search={{ placeholder: t`Name` }}>
        <CardList
          list={list}
          view={view}
          layout="grid"
          height={300}
          empty={{
            icon: <ReceiptLongOutlinedIcon />,
            title: t`No slips yet`,
            text: t`Design coupons, tickets, table tents or receipt inserts, and print as many as you need.`,
            action: create,
          }}
          nothingFound={{ title: t`No matching slips`, text: t`No slip has this name.`, clear: t`Clear search` }}
        >
          {(slip) => <SlipCard key={slip.slip_id} slip={slip} canEdit={canEdit} onDelete={() => setDoomed(slip)} />}
        </CardList>
      </ListScreen>
      <DeleteSlip slip={doomed} onDone={() => setDoomed(null)} />
    </>
  );
}

function SlipCard({ slip, canEdit, onDelete }: { slip: Slip; canEdit: boolean; onDelete: () => void }) {
  return (
    <Card component="li" sx={{ display: "flex", flexDirection: "column" }}>
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
            <Tooltip title={t`Delete`}>
              <IconButton size="small" aria-label={t`Delete ${slip.name}`} onClick={onDelete}>
                <DeleteOutlinedIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Stack>
        ) : null}
      </Box>
    </Card>
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
      confirmLabel={t`Delete`}
      busy={remove.isPending}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <Trans>“{slip?.name}” will be permanently deleted. Printed copies keep working.</Trans>
    </ConfirmDialog>
  );
}
