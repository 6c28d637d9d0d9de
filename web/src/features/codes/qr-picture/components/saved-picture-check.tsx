import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { checkQuery } from "@/features/codes/qr-picture/api/check-picture";
import { findingsProps, Warnings } from "@/features/codes/qr-picture/components/warnings";
import type { DesignProps } from "@/features/codes/qr-picture/types";

/**
 * The print check of a design that was just saved. A fix is saved at once. Its space is reserved until the result
 * arrives, so that nothing below it moves during a tap.
 */
export function SavedPictureCheck({
  codeId,
  version,
  design,
  onChange,
}: DesignProps & { codeId: string; version: number }) {
  const check = useQuery(checkQuery({ codeId, version }));
  const place = useRef<HTMLDivElement>(null);
  return (
    <Stack
      ref={place}
      {...findingsProps()}
      spacing={1.5}
      aria-live="polite"
      sx={{ outline: "none", width: "100%", maxWidth: 400, textAlign: "start", minHeight: TWO_LINES }}
    >
      {check.data ? (
        <Warnings check={check.data} design={design} onChange={onChange} place={place} />
      ) : check.isPending ? (
        <Stack direction="row" spacing={1.5} sx={{ alignItems: "center", minHeight: TWO_LINES }}>
          <CircularProgress size={18} aria-hidden />
          <Typography variant="body2" color="textSecondary">
            <Trans>Checking readability in print…</Trans>
          </Typography>
        </Stack>
      ) : (
        <Stack direction="row" spacing={1} sx={{ alignItems: "center", minHeight: TWO_LINES }}>
          <Typography variant="body2" color="textSecondary">
            <Trans>Print readability couldn’t be checked.</Trans>
          </Typography>
          <Button size="small" onClick={() => void check.refetch()}>
            <Trans>Retry</Trans>
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

/** The height of a positive result. */
const TWO_LINES = 44;
