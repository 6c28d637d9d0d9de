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

const STATES: Record<OneTimeState, { name: string; color: "default" | "info" | "success" | "error" }> = {
  issued: { name: "Issued", color: "default" },
  opened: { name: "Opened", color: "info" },
  used: { name: "Used", color: "success" },
  void: { name: "Void", color: "error" },
};

interface OneTimeCountsProps {
  counts: OneTimePage["counts"];
  selectedState: OneTimeState | null;
  onChoose: (state: OneTimeState | null) => void;
}

/** How many stand where; each shows only those. */
export function OneTimeCounts({ counts, selectedState, onChoose }: OneTimeCountsProps) {
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }} role="group" aria-label="Show only">
      {(Object.keys(STATES) as OneTimeState[]).map((state) => (
        <Chip
          key={state}
          clickable
          color={STATES[state].color}
          variant={selectedState === state ? "filled" : "outlined"}
          aria-pressed={selectedState === state}
          label={`${STATES[state].name} ${(counts[state] ?? 0).toLocaleString("en")}`}
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

/** The codes themselves, a page at a time. */
export function OneTimeList({ list, zone, mayEdit, page, pageSize, onPage }: OneTimeListProps) {
  const withdrawal = useWithdrawOneTime();
  const toasts = useToasts();
  const pages = Math.ceil(list.total / pageSize);
  const withdraw = (codeId: string) =>
    handleResult(withdrawal.mutateAsync(codeId), {
      onSuccess: ({ withdrawn }) => toasts.success(withdrawn === 1 ? "Code withdrawn" : "This code was already used"),
      onError: toasts.error,
    });
  return (
    <Box>
      <Box component="ul" aria-label="One-time codes" sx={{ listStyle: "none", p: 0, m: 0 }}>
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
                  ? `Used ${formatDateTime(code.used_at, zone)}`
                  : code.is_masked
                    ? code.code_id
                    : code.url.replace(/^https?:\/\//, "")}
              </Typography>
            </Box>
            <Chip size="small" variant="outlined" color={STATES[code.state].color} label={STATES[code.state].name} />
            {code.is_masked ? null : <CopyIconButton text={code.url} label={`Copy link of ${code.name}`} />}
            {mayEdit && (code.state === "issued" || code.state === "opened") ? (
              <Button
                size="small"
                color="inherit"
                disabled={withdrawal.isPending}
                aria-label={`Withdraw ${code.name}`}
                onClick={() => withdraw(code.code_id)}
                sx={{ ml: { xs: "auto", sm: 0 } }}
              >
                Withdraw
              </Button>
            ) : null}
          </Box>
        ))}
      </Box>
      {list.total === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No codes with this status.
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
