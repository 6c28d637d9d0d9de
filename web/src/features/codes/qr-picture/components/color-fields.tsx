import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import { ColorField } from "@/shared/components/color-field";
import { GradientField } from "@/features/codes/qr-picture/components/gradient-field";
import type { DesignProps } from "@/features/codes/qr-picture/types";

/** Colours of the code, its corners and its background. */
export function ColorFields({ design, onChange }: DesignProps) {
  return (
    <Stack spacing={3}>
      <GradientField
        label={t`Code colour`}
        color={design.foreground}
        gradient={design.foreground_gradient ?? null}
        other="#1f4fa3"
        onChange={(foreground, foreground_gradient) => onChange({ ...design, foreground, foreground_gradient })}
      />
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        <EyeColor
          label={t`Corner frames`}
          color={design.eye_frame_color ?? null}
          fallback={design.foreground}
          onChange={(eye_frame_color) => onChange({ ...design, eye_frame_color })}
        />
        <EyeColor
          label={t`Corner centres`}
          color={design.eye_ball_color ?? null}
          fallback={design.foreground}
          onChange={(eye_ball_color) => onChange({ ...design, eye_ball_color })}
        />
      </Box>
      <FormControlLabel
        control={
          <Switch checked={design.transparent} onChange={(_, transparent) => onChange({ ...design, transparent })} />
        }
        label={t`Transparent background`}
      />
      {design.transparent ? null : (
        <GradientField
          label={t`Background colour`}
          color={design.background}
          gradient={design.background_gradient ?? null}
          other="#dfe9fb"
          onChange={(background, background_gradient) => onChange({ ...design, background, background_gradient })}
        />
      )}
    </Stack>
  );
}

interface EyeColorProps {
  label: string;
  color: string | null;
  fallback: string;
  onChange: (color: string | null) => void;
}

function EyeColor({ label, color, fallback, onChange }: EyeColorProps) {
  return (
    <Stack spacing={1}>
      <FormControlLabel
        control={
          <Checkbox size="small" checked={color !== null} onChange={(_, own) => onChange(own ? fallback : null)} />
        }
        label={t`Separate colour for ${label.toLowerCase()}`}
        slotProps={{ typography: { variant: "body2" } }}
      />
      {color !== null ? <ColorField label={label} value={color} onChange={onChange} /> : null}
    </Stack>
  );
}
