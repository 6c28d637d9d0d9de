import { t } from "@lingui/core/macro";
import HistoryIcon from "@mui/icons-material/History";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { usesQuery } from "@/features/promotions/promo-locks/api/queries";
import { RowList } from "@/features/promotions/promo-locks/components/row-list";
import type { PromoUse } from "@/features/promotions/promo-locks/types";
import type { LockView } from "@/features/promotions/promo-locks/use-lock-view";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState } from "@/shared/components/state-views";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

interface UsageLogProps {
  codeId: string;
  zone: string;
  view: LockView;
}

/** The log of uses: what was used, by whom, when and where. */
export function UsageLog({ codeId, zone, view }: UsageLogProps) {
  const uses = useQuery(usesQuery(codeId, { page: view.page, filter: view.filter }));
  const totals = uses.data?.totals;
  const figures = [
    { label: t`Uses`, value: totals?.uses },
    { label: t`Customers`, value: totals?.customers },
    { label: t`With master key`, value: totals?.master_uses },
  ];
  return (
    <>
      <Stack
        direction={{ xs: "column", sm: "row" }}
        spacing={2}
        sx={{ mb: 2, justifyContent: "space-between", alignItems: { sm: "center" } }}
      >
        <Stack direction="row" spacing={4}>
          {figures.map((figure) => (
            <Box key={figure.label}>
              <Typography variant="h5" component="p">
                {figure.value === undefined ? "–" : formatCount(figure.value)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {figure.label}
              </Typography>
            </Box>
          ))}
        </Stack>
        <Box sx={{ maxWidth: { sm: 300 }, width: "100%" }}>
          <SearchBox label={t`Search uses`} value={view.filter} onChange={view.setFilter} />
        </Box>
      </Stack>
      <RowList
        label={t`Uses`}
        list={uses}
        page={view.page}
        onPage={view.setPage}
        rowId={(use) => use.use_id}
        empty={<EmptyState compact icon={<HistoryIcon />} title={view.filter ? t`No matching uses` : t`No uses yet`} />}
      >
        {(use) => (
          <>
            <Box sx={{ flex: "1 1 13rem", minWidth: 0 }}>
              <Typography variant="subtitle2" sx={{ fontFamily: "monospace", overflowWrap: "anywhere" }}>
                {use.promo_code ?? t`Master key`}
              </Typography>
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
                {use.customer ?? t`Visitor ${use.visitor}`}
              </Typography>
            </Box>
            <Typography variant="body2" color="textSecondary" sx={{ flex: "0 1 12rem" }}>
              {placeOf(use)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {formatDateTime(use.used_at, zone)}
            </Typography>
            {use.kind === "master" ? <Chip size="small" color="warning" variant="outlined" label={t`Master`} /> : null}
          </>
        )}
      </RowList>
    </>
  );
}

function placeOf(use: PromoUse): string {
  if (use.latitude !== null && use.longitude !== null) {
    return `${use.latitude.toFixed(4)}, ${use.longitude.toFixed(4)}`;
  }
  return [use.city, use.country].filter(Boolean).join(", ") || t`Unknown location`;
}
