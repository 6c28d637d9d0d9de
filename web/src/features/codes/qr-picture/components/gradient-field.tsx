import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { ColorField } from "@/shared/components/color-field";
import type { Gradient } from "@/features/codes/qr-picture/types";

const MAX_STOPS = 4;

interface GradientFieldProps {
  label: string;
  color: string;
  gradient: Gradient | null;
  /** The second colour of a new gradient. */
  other: string;
  onChange: (color: string, gradient: Gradient | null) => void;
}

/** A solid colour or a gradient, with its direction and its stops. */
export function GradientField({ label, color, gradient, other, onChange }: GradientFieldProps) {
  const kind = gradient?.type ?? "none";
  const choose = (next: "none" | "linear" | "radial" | null) => {
    if (next === "none") {
      onChange(gradient?.stops[0]?.color ?? color, null);
    } else if (next !== null) {
      const stops = gradient?.stops ?? [
        { offset: 0, color },
        { offset: 1, color: other },
      ];
      onChange(color, { type: next, angle: gradient?.angle ?? 45, stops });
    }
  };
  return (
    <Stack spacing={1.5} role="group" aria-label={label}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography variant="subtitle2">{label}</Typography>
        <ToggleButtonGroup
          size="small"
          exclusive
          value={kind}
          onChange={(_, next: typeof kind | null) => choose(next)}
          aria-label={t`${label}: fill type`}
        >
          <ToggleButton value="none">
            <Trans>Solid</Trans>
          </ToggleButton>
          <ToggleButton value="linear">
            <Trans>Linear</Trans>
          </ToggleButton>
          <ToggleButton value="radial">
            <Trans>Radial</Trans>
          </ToggleButton>
        </ToggleButtonGroup>
      </Stack>
      {gradient === null ? (
        <ColorField label={label} value={color} onChange={(next) => onChange(next, null)} />
      ) : (
        <Stops label={label} gradient={gradient} onChange={(next) => onChange(next.stops[0]?.color ?? color, next)} />
      )}
    </Stack>
  );
}

function Stops({
  label,
  gradient,
  onChange,
}: {
  label: string;
  gradient: Gradient;
  onChange: (gradient: Gradient) => void;
}) {
  const { stops } = gradient;
  const change = (index: number, part: Partial<Gradient["stops"][number]>) => {
    const next = stops.map((stop, place) => (place === index ? { ...stop, ...part } : stop));
    onChange({ ...gradient, stops: next.sort((one, two) => one.offset - two.offset) });
  };
  const add = () => {
    const last = stops.at(-1);
    const before = stops.at(-2);
    if (last && before) {
      const offset = (before.offset + last.offset) / 2;
      onChange({ ...gradient, stops: [...stops.slice(0, -1), { offset, color: last.color }, last] });
    }
  };
  return (
    <Stack spacing={1.5}>
      {gradient.type === "linear" ? (
        <Box sx={{ px: 1 }}>
          <Typography variant="body2" color="textSecondary">
            <Trans>Direction: {gradient.angle}°</Trans>
          </Typography>
          <Slider
            size="small"
            min={0}
            max={360}
            step={15}
            value={gradient.angle}
            onChange={(_, angle) => onChange({ ...gradient, angle: angle })}
            aria-label={t`${label}: direction in degrees`}
          />
        </Box>
      ) : null}
      {stops.map((stop, index) => (
        <Box
          key={index}
          sx={{
            display: "grid",
            columnGap: 2,
            gridTemplateColumns: { xs: "minmax(0, 1fr) 40px", sm: "minmax(0, 1.2fr) minmax(0, 1fr) 40px" },
            alignItems: "center",
          }}
        >
          <ColorField
            label={t`Colour ${index + 1}`}
            value={stop.color}
            onChange={(color) => change(index, { color })}
          />
          <Slider
            size="small"
            min={0}
            max={100}
            value={Math.round(stop.offset * 100)}
            onChange={(_, at) => change(index, { offset: at / 100 })}
            valueLabelDisplay="auto"
            sx={{ gridRow: { xs: 2, sm: "auto" }, mx: { xs: 1, sm: 0 }, width: "auto" }}
            aria-label={t`${label}: position of colour ${index + 1} in percent`}
          />
          {stops.length > 2 ? (
            <IconButton
              aria-label={t`Remove colour ${index + 1}`}
              onClick={() => onChange({ ...gradient, stops: stops.filter((_, place) => place !== index) })}
            >
              <DeleteOutlineIcon fontSize="small" />
            </IconButton>
          ) : null}
        </Box>
      ))}
      {stops.length < MAX_STOPS ? (
        <Button size="small" startIcon={<AddIcon />} onClick={add} sx={{ alignSelf: "flex-start" }}>
          <Trans>Add colour</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
