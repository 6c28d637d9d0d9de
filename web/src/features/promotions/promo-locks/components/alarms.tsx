import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ShieldOutlinedIcon from "@mui/icons-material/ShieldOutlined";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useAcknowledgeAlarms } from "@/features/promotions/promo-locks/api/changes";
import { alarmsQuery } from "@/features/promotions/promo-locks/api/queries";
import { RowList } from "@/features/promotions/promo-locks/components/row-list";
import type { LockView } from "@/features/promotions/promo-locks/use-lock-view";
import { handleResult } from "@/shared/api/handle-result";
import { EmptyState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

interface AlarmsProps {
  codeId: string;
  zone: string;
  mayEdit: boolean;
  unseen: number;
  view: LockView;
}

/** Alarms about visitors who guessed promo codes too often. */
export function Alarms({ codeId, zone, mayEdit, unseen, view }: AlarmsProps) {
  const alarms = useQuery(alarmsQuery(codeId, view.page));
  const seeing = useAcknowledgeAlarms(codeId);
  const toasts = useToasts();
  return (
    <>
      {unseen > 0 ? (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            mayEdit ? (
              <Button
                color="inherit"
                size="small"
                disabled={seeing.isPending}
                onClick={() => handleResult(seeing.mutateAsync(), { onError: toasts.error })}
              >
                <Trans>Acknowledge</Trans>
              </Button>
            ) : undefined
          }
        >
          <Trans>
            Someone is guessing promo codes. Attempts are slowed down. Short custom promo codes are easier to guess than
            generated ones.
          </Trans>
        </Alert>
      ) : null}
      <RowList
        label={t`Alarms`}
        list={alarms}
        page={view.page}
        onPage={view.setPage}
        rowId={(alarm) => alarm.alarm_id}
        empty={
          <EmptyState
            compact
            icon={<ShieldOutlinedIcon />}
            title={t`No alarms`}
            text={t`Repeated attempts to guess promo codes appear here.`}
          />
        }
      >
        {(alarm) => (
          <>
            <WarningAmberIcon color={alarm.seen_at === null ? "warning" : "disabled"} />
            <Box sx={{ flex: "1 1 13rem" }}>
              <Typography variant="subtitle2">
                {alarm.kind === "device" ? t`Guessing from one device` : t`Guessing from many devices`}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                <Trans>{alarm.wrong} wrong promo codes within 15 minutes</Trans>
              </Typography>
            </Box>
            <Typography variant="body2" color="textSecondary">
              {formatDateTime(alarm.raised_at, zone)}
            </Typography>
            {alarm.seen_at === null ? <Chip size="small" color="warning" variant="outlined" label={t`New`} /> : null}
          </>
        )}
      </RowList>
    </>
  );
}
