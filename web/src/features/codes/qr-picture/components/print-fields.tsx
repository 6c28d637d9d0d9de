import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Slider from "@mui/material/Slider";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Design, DesignProps } from "@/features/codes/qr-picture/types";

const LEVELS: readonly { value: Design["error_correction"]; label: MessageDescriptor }[] = [
  { value: "L", label: msg`Low · 7%, smallest code` },
  { value: "M", label: msg`Medium · 15%, good for most uses` },
  { value: "Q", label: msg`High · 25%, outdoors, stickers` },
  { value: "H", label: msg`Highest · 30%, rough surfaces` },
];

/** The settings for print: a margin, and how much damage the code tolerates. */
export function PrintFields({ design, onChange }: DesignProps) {
  return (
    <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" }, alignItems: "start" }}>
      <TextField
        select
        size="small"
        label={t`Error correction`}
        value={design.error_correction}
        onChange={(event) =>
          onChange({ ...design, error_correction: event.target.value as Design["error_correction"] })
        }
        helperText={t`How much of the code can be dirty or damaged`}
      >
        {LEVELS.map((level) => (
          <MenuItem key={level.value} value={level.value}>
            {t(level.label)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ px: 1 }}>
        <Typography variant="body2">
          <Trans>Quiet zone: {design.quiet_zone} modules</Trans>
        </Typography>
        <Slider
          size="small"
          min={0}
          max={12}
          value={design.quiet_zone}
          onChange={(_, quiet) => onChange({ ...design, quiet_zone: quiet })}
          aria-label={t`Quiet zone in modules`}
        />
        <Typography variant="caption" color="textSecondary">
          <Trans>The empty margin around the code. 4 is recommended.</Trans>
        </Typography>
      </Box>
    </Box>
  );
}
