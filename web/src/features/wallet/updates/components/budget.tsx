import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { Preview } from "@/features/wallet/updates/api/updates";
import { formatCount } from "@/shared/format/numbers";

interface BudgetProps {
  preview: Preview;
  isMessage: boolean;
}

/**
 * Shows how many passes can still get a message within 24 hours, and for how many of them Google Wallet can still
 * notify the phone.
 */
export function Budget({ preview, isMessage }: BudgetProps) {
  const { passes, limited, at_google, silent_at_google } = preview;
  return (
    <Stack spacing={1.5}>
      {isMessage && passes > 0 ? (
        <Meter
          name={t`Messages left today`}
          left={passes - limited}
          all={passes}
          text={t`A pass receives at most three messages within 24 hours.`}
        />
      ) : null}
      {at_google > 0 ? (
        <Meter
          name={t`Google Wallet notifications left today`}
          left={at_google - silent_at_google}
          all={at_google}
          text={t`Google notifies the holder of a pass at most three times within 24 hours. After that, passes change silently.`}
        />
      ) : null}
    </Stack>
  );
}

interface MeterProps {
  name: string;
  left: number;
  all: number;
  text: string;
}

function Meter({ name, left, all, text }: MeterProps) {
  const id = useId();
  const [shown, total] = [formatCount(left), formatCount(all)];
  return (
    <Box>
      <Stack direction="row" sx={{ justifyContent: "space-between", gap: 2 }}>
        <Typography id={id} variant="body2">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}>
          <Trans>
            {shown} of {total} passes
          </Trans>
        </Typography>
      </Stack>
      <LinearProgress
        variant="determinate"
        value={all === 0 ? 0 : Math.round((100 * left) / all)}
        color={left === 0 ? "warning" : "primary"}
        aria-labelledby={id}
        sx={{ my: 0.5, borderRadius: 1 }}
      />
      <Typography variant="caption" color="text.secondary">
        {text}
      </Typography>
    </Box>
  );
}
