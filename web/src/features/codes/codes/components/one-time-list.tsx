import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Pagination from "@mui/material/Pagination";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type OneTimePage, type OneTimeState, useWithdrawOneTime } from "@/features/codes/codes/api/one-time";
import { handleResult } from "@/shared/api/handle-result";
import { CopyIconButton } from "@/shared/components/copy-button";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";

const STATES: Record<OneTimeState, { name: MessageDescriptor; color: "default" | "info" | "success" | "error" }> = {
  issued: { name: msg`Issued`, color: "default" },
  opened: { name: msg`Opened`, color: "info" },
  used: { name: msg`Used`, color: "success" },
  void: { name: msg`Void`, color: "error" },
};

interface OneTimeCountsProps {
  counts: OneTimePage["counts"];
  selectedState: OneTimeState | null;
  onChoose: (state: OneTimeState | null) => void;
}

/** The number of codes in each state. A click shows only those. */
export function OneTimeCounts({ counts, selectedState, onChoose }: OneTimeCountsProps) {
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }} role="group" aria-label={t`Show only`}>
      {(Object.keys(STATES) as OneTimeState[]).map((state) => (
        <Chip
          key={state}
          clickable
          color={STATES[state].color}
          variant={selectedState === state ? "filled" : "outlined"}
          aria-pressed={selectedState === state}
          label={`${t(STATES[state].name)} ${formatCount(counts[state] ?? 0)}`}
          onClick={() => onChoose(selectedState === state ? null : state)}
        />
      ))}
    </Stack>
  );
}

interface OneTimeListProps {
  list: OneTimePage;
  zone: string | undefined;
  mayEdit: boolean;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

/** The codes themselves, one page at a time. */
export function OneTimeList({ list, zone, mayEdit, page, pageSize, onPage }: OneTimeListProps) {
  const withdrawal = useWithdrawOneTime();
  const toasts = useToasts();
  const pages = Math.ceil(list.total / pageSize);
  const withdraw = (codeId: string) =>
    handleResult(withdrawal.mutateAsync(codeId), {
      onSuccess: ({ withdrawn }) => toasts.success(withdrawn === 1 ? t`Code withdrawn` : t`This code was already used`),
      onError: toasts.error,
    });
  return (
    <Box>
      <Box component="ul" aria-label={t`One-time codes`} sx={{ listStyle: "none", p: 0, m: 0 }}>
        {list.items.map((code, place) => (
          <Box
            key={code.is_masked ? place : code.code_id}
            component="li"
            sx={{
              display: "flex",
              alignItems: "center",
              flexWrap: { xs: "wrap", sm: "nowrap" },
              gap: 1,
              py: 0.75,
              borderTop: 1,
              borderColor: "divider",
            }}
          >
            <Box sx={{ minWidth: 0, flex: { xs: "1 0 100%", sm: "1 1 0" } }}>
              <Typography variant="body2" noWrap title={code.name}>
                {code.name}
              </Typography>
              <Typography variant="caption" color="textSecondary" noWrap component="div">
                {code.used_at
                  ? t`Used ${formatDateTime(code.used_at, zone)}`
                  : code.is_masked
                    ? code.code_id
                    : code.url.replace(/^https?:\/\//, "")}
              </Typography>
            </Box>
            <Chip size="small" variant="outlined" color={STATES[code.state].color} label={t(STATES[code.state].name)} />
            {code.is_masked ? null : <CopyIconButton text={code.url} label={t`Copy link of ${code.name}`} />}
            {mayEdit && (code.state === "issued" || code.state === "opened") ? (
              <Button
                size="small"
                color="inherit"
                disabled={withdrawal.isPending}
                aria-label={t`Withdraw ${code.name}`}
                onClick={() => withdraw(code.code_id)}
                sx={{ ml: { xs: "auto", sm: 0 } }}
              >
                <Trans>Withdraw</Trans>
              </Button>
            ) : null}
          </Box>
        ))}
      </Box>
      {list.total === 0 ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>No codes with this status.</Trans>
        </Typography>
      ) : null}
      {pages > 1 ? (
        <Box sx={{ display: "flex", justifyContent: "center", pt: 2 }}>
          <Pagination size="small" siblingCount={0} count={pages} page={page} onChange={(_, next) => onPage(next)} />
        </Box>
      ) : null}
    </Box>
  );
}
