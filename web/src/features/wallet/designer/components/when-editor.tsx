import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { LintFinding } from "@/features/wallet/designer/api/templates";
import { Part } from "@/features/wallet/designer/components/general-editor";
import { MomentField } from "@/features/wallet/designer/components/style-editors";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import { ParsedField } from "@/shared/components/parsed-field";
import type { PassContent } from "@/shared/wallet/pass-content";

const MOST = 10;
const HOUR_MS = 3_600_000;

interface WhenEditorProps {
  design: PassDesign;
  zone: string;
  findings: readonly LintFinding[];
  /** The time at which the screen was opened. */
  now: number;
}

/** Edits when a pass expires, and when and where lock screens offer it. */
export function WhenEditor({ design, zone, findings, now }: WhenEditorProps) {
  const { expires_at, periods, places } = design.draft.content;
  const on = (path: string) => findings.filter((it) => it.field === path || it.field.startsWith(`${path}.`));
  const setPeriod = (at: number, values: Partial<PassContent["periods"][number]>) =>
    design.change({ periods: periods.map((it, place) => (place === at ? { ...it, ...values } : it)) }, `period ${at}`);
  const setPlace = (at: number, values: Partial<PassContent["places"][number]>) =>
    design.change({ places: places.map((it, place) => (place === at ? { ...it, ...values } : it)) }, `place ${at}`);
  return (
    <Stack sx={{ gap: 3 }}>
      <Part path="expires_at" findings={on("expires_at")}>
        <MomentField
          label={t`Expires`}
          value={expires_at}
          zone={zone}
          onChange={(moment) => design.change({ expires_at: moment }, "expiry")}
        />
      </Part>
      <Part path="periods" findings={on("periods")}>
        <Several
          title={t`Dates`}
          text={t`The pass appears on the lock screen at these times.`}
          add={t`Add date`}
          isFull={periods.length >= MOST}
          onAdd={() =>
            design.change({ periods: [...periods, { start: new Date(now + HOUR_MS).toISOString(), end: null }] })
          }
        >
          {periods.map((period, at) => (
            <One
              key={at}
              remove={t`Remove date ${at + 1}`}
              onRemove={() => design.change({ periods: periods.filter((_, place) => place !== at) })}
            >
              <MomentField
                label={t`From`}
                value={period.start}
                zone={zone}
                onChange={(start) => (start === null ? undefined : setPeriod(at, { start }))}
              />
              <MomentField label={t`Until`} value={period.end} zone={zone} onChange={(end) => setPeriod(at, { end })} />
            </One>
          ))}
        </Several>
      </Part>
      <Part path="places" findings={on("places")}>
        <Several
          title={t`Places`}
          text={t`The pass appears on the lock screen near these places.`}
          add={t`Add place`}
          isFull={places.length >= MOST}
          onAdd={() => design.change({ places: [...places, { latitude: 0, longitude: 0, text: null }] })}
        >
          {places.map((place, at) => (
            <One
              key={at}
              remove={t`Remove place ${at + 1}`}
              onRemove={() => design.change({ places: places.filter((_, other) => other !== at) })}
            >
              <ParsedField
                type="number"
                label={t`Latitude`}
                value={place.latitude}
                onChange={(text) => setPlace(at, { latitude: Number(text) })}
                slotProps={{ htmlInput: { min: -90, max: 90, step: "any" } }}
              />
              <ParsedField
                type="number"
                label={t`Longitude`}
                value={place.longitude}
                onChange={(text) => setPlace(at, { longitude: Number(text) })}
                slotProps={{ htmlInput: { min: -180, max: 180, step: "any" } }}
              />
              <TextField
                label={t`Text on the lock screen`}
                value={place.text ?? ""}
                onChange={(event) => setPlace(at, { text: event.target.value || null })}
                slotProps={{ htmlInput: { maxLength: 60 } }}
                sx={{ gridColumn: { sm: "1 / -1" } }}
              />
            </One>
          ))}
        </Several>
      </Part>
    </Stack>
  );
}

interface SeveralProps {
  title: string;
  text: string;
  add: string;
  isFull: boolean;
  onAdd: () => void;
  children: ReactNode;
}

function Several({ title, text, add, isFull, onAdd, children }: SeveralProps) {
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box>
        <Typography variant="subtitle2" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </Box>
      {children}
      {isFull ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>Phones use up to ten.</Trans>
        </Typography>
      ) : (
        <Box>
          <Button size="small" startIcon={<AddIcon />} onClick={onAdd}>
            {add}
          </Button>
        </Box>
      )}
    </Stack>
  );
}

function One({ remove, onRemove, children }: { remove: string; onRemove: () => void; children: ReactNode }) {
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: "flex-start" }}>
      <Box sx={{ flex: 1, display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" } }}>
        {children}
      </Box>
      <IconButton size="small" aria-label={remove} onClick={onRemove}>
        <DeleteOutlineIcon fontSize="small" />
      </IconButton>
    </Stack>
  );
}
