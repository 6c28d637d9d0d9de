import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ConfirmationNumberOutlinedIcon from "@mui/icons-material/ConfirmationNumberOutlined";
import DownloadIcon from "@mui/icons-material/Download";
import SearchIcon from "@mui/icons-material/Search";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useExport, useWithdraw } from "@/features/promotions/promo-locks/api/changes";
import { promoCodesQuery } from "@/features/promotions/promo-locks/api/queries";
import { BatchDialog } from "@/features/promotions/promo-locks/components/batch-dialog";
import { RowList } from "@/features/promotions/promo-locks/components/row-list";
import { termsOf } from "@/features/promotions/promo-locks/batch-terms";
import { type LockOverview, type PromoCode, STATES } from "@/features/promotions/promo-locks/types";
import type { LockView } from "@/features/promotions/promo-locks/use-lock-view";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { CopyIconButton } from "@/shared/components/copy-button";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatAgo } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

interface PromoCodesProps {
  codeId: string;
  publicUrl: string;
  zone: string;
  overview: LockOverview;
  mayEdit: boolean;
  view: LockView;
}

/** The promo codes of the lock: create, find, copy a link, withdraw, export. */
export function PromoCodes({ codeId, publicUrl, zone, overview, mayEdit, view }: PromoCodesProps) {
  const { page, filter, state } = view;
  const list = useQuery(promoCodesQuery(codeId, { page, filter, state }));
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<PromoCode | null>(null);
  const withdrawal = useWithdraw(codeId);
  const exporting = useExport(codeId);
  const toasts = useToasts();
  const hasAny = overview.batches.length > 0;
  const make = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setMaking(true)}>
      <Trans>Add promo codes</Trans>
    </Button>
  );
  const withdraw = () => {
    if (ending !== null) {
      handleResult(withdrawal.mutateAsync([ending.promo_code_id]), {
        onSuccess: () => toasts.success(t`${ending.promo_code} was withdrawn`),
        onError: toasts.error,
        onSettled: () => setEnding(null),
      });
    }
  };
  return (
    <>
      {hasAny ? (
        <Stack spacing={2} sx={{ mb: 2 }}>
          <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "center" } }}>
            <Box sx={{ maxWidth: { sm: 300 }, width: "100%" }}>
              <SearchBox
                label={mayEdit ? t`Search promo codes` : t`Search batches`}
                value={filter}
                onChange={view.setFilter}
              />
            </Box>
            <Box sx={{ flex: 1 }} />
            <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
              {mayEdit ? (
                <Button
                  variant="outlined"
                  startIcon={<DownloadIcon />}
                  disabled={exporting.isPending}
                  onClick={() => handleResult(exporting.mutateAsync(), { onError: toasts.error })}
                >
                  <Trans>Export CSV</Trans>
                </Button>
              ) : null}
              {mayEdit ? make : null}
            </Stack>
          </Stack>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }} role="group" aria-label={t`Status`}>
            {STATES.map(({ value, label }) => (
              <Chip
                key={value}
                label={`${t(label)}: ${overview.promo_codes[value] ?? 0}`}
                color={state === value ? "primary" : "default"}
                variant={state === value ? "filled" : "outlined"}
                aria-pressed={state === value}
                onClick={() => view.setState(state === value ? null : value)}
              />
            ))}
          </Stack>
        </Stack>
      ) : null}
      <RowList
        label={t`Promo codes`}
        list={list}
        page={page}
        onPage={view.setPage}
        rowId={(row) => row.promo_code_id}
        empty={
          hasAny ? (
            <EmptyState
              compact
              icon={<SearchIcon />}
              title={t`No matching promo codes`}
              text={t`Try another search or status.`}
            />
          ) : (
            <EmptyState
              compact
              icon={<ConfirmationNumberOutlinedIcon />}
              title={t`No promo codes yet`}
              text={t`Generate promo codes or add your own. Adding the first ones locks the page.`}
              action={mayEdit ? make : undefined}
            />
          )
        }
      >
        {(row) => (
          <>
            <Box sx={{ flex: { xs: "1 1 100%", sm: "1 1 13rem" }, minWidth: 0 }}>
              <Stack direction="row" spacing={0.5} sx={{ alignItems: "center" }}>
                <Typography
                  variant="subtitle1"
                  component="code"
                  sx={{ fontFamily: "monospace", overflowWrap: "anywhere" }}
                >
                  {row.promo_code}
                </Typography>
                {row.is_masked ? null : (
                  <CopyIconButton
                    text={`${publicUrl}?promo=${encodeURIComponent(row.promo_code)}`}
                    label={t`Copy link with ${row.promo_code}`}
                  />
                )}
              </Stack>
              <Typography variant="body2" color="textSecondary" noWrap title={row.batch}>
                {row.batch}
              </Typography>
              <Terms batch={overview.batches.find(({ batch_id }) => batch_id === row.batch_id)} zone={zone} />
            </Box>
            <Typography variant="body2" color="textSecondary" sx={{ flex: { xs: "1 1 5rem", sm: "0 0 9rem" } }}>
              {usesOf(row)}
              {row.last_used_at ? (
                <Box component="span" sx={{ display: "block" }} title={zone}>
                  <Trans>last {formatAgo(row.last_used_at)}</Trans>
                </Box>
              ) : null}
            </Typography>
            <Box sx={{ flex: { sm: "0 0 7.5rem" } }}>
              <StateChip state={row.state} />
            </Box>
            {mayEdit ? (
              <Box sx={{ flex: { sm: "0 0 5rem" } }}>
                {row.state === "withdrawn" ? null : (
                  <Button
                    size="small"
                    color="error"
                    aria-label={t`Withdraw ${row.promo_code}`}
                    onClick={() => setEnding(row)}
                  >
                    <Trans>Withdraw</Trans>
                  </Button>
                )}
              </Box>
            ) : null}
          </>
        )}
      </RowList>
      {making ? <BatchDialog codeId={codeId} zone={zone} onClose={() => setMaking(false)} /> : null}
      <ConfirmDialog
        open={ending !== null}
        title={t`Withdraw this promo code?`}
        confirmLabel={t`Withdraw`}
        busy={withdrawal.isPending}
        onConfirm={withdraw}
        onCancel={() => setEnding(null)}
      >
        <Trans>
          {ending?.promo_code} stops working. Pages it unlocked stay unlocked for their remaining time. You can’t undo
          this.
        </Trans>
      </ConfirmDialog>
    </>
  );
}

/** Shows when and where the promo codes of a batch are valid, or nothing if they are always valid everywhere. */
function Terms({ batch, zone }: { batch: LockOverview["batches"][number] | undefined; zone: string }) {
  const terms = batch === undefined ? "" : termsOf(batch, zone);
  return terms === "" ? null : (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
      {terms}
    </Typography>
  );
}

function StateChip({ state }: { state: PromoCode["state"] }) {
  const match = STATES.find((one) => one.value === state);
  return (
    <Chip size="small" variant="outlined" color={match?.color ?? "default"} label={match ? t(match.label) : state} />
  );
}

function usesOf(row: PromoCode): string {
  if (row.max_uses === null) {
    return plural(row.used, { one: "used once", other: "used # times" });
  }
  return t`${formatCount(row.used)} of ${formatCount(row.max_uses)} used`;
}
