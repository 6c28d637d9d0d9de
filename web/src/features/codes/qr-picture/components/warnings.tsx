import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineIcon from "@mui/icons-material/ErrorOutlined";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { RefObject } from "react";
import { patched } from "@/features/codes/qr-picture/merge-patch";
import type { Check, DesignProps } from "@/features/codes/qr-picture/types";

interface WarningsProps extends DesignProps {
  check: Check;
  /** The element around the findings, which is there whatever they are. */
  place: RefObject<HTMLElement | null>;
}

/** Returns the props that make the container of the findings focusable. */
export function findingsProps() {
  return { role: "group", "aria-label": t`Readability`, tabIndex: -1 } as const;
}

/** Shows the findings of the check. Those that can be fixed have a button that does so. */
export function Warnings({ check, design, onChange, place }: WarningsProps) {
  const mend = (fix: Parameters<typeof patched>[1]) => {
    // The button disappears with the problem that it fixes. Keyboard users continue where the next finding is shown.
    place.current?.focus();
    onChange(patched(design, fix));
  };
  return (
    <>
      {check.decodes ? (
        <Note
          good
          text={
            check.warnings.length === 0
              ? t`Readable. Tested with two scanners: small, blurred, tilted and in a poor photo.`
              : t`Readable. Note for print:`
          }
        />
      ) : null}
      <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: "none" }}>
        {check.warnings.map((warning) => (
          <Box component="li" key={warning.code}>
            <Note text={warning.message} severe={warning.severity === "high"} />
            {warning.fix ? (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.75, ml: 3.5 }}
                aria-label={t`Fix it: ${warning.fix_label ?? warning.message}`}
                onClick={() => mend(warning.fix ?? {})}
              >
                <Trans>Fix it: {warning.fix_label?.toLowerCase()}</Trans>
              </Button>
            ) : null}
          </Box>
        ))}
      </Stack>
    </>
  );
}

/** One line with an icon before it. */
export function Note({ text, good = false, severe = false }: { text: string; good?: boolean; severe?: boolean }) {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
      {good ? (
        <CheckCircleOutlineIcon fontSize="small" color="success" />
      ) : severe ? (
        <ErrorOutlineIcon fontSize="small" color="error" />
      ) : (
        <WarningAmberIcon fontSize="small" color="warning" />
      )}
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
    </Stack>
  );
}
