import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { ColorField, NumberField } from "@/features/content/slips/components/fields";
import { nameOf } from "@/features/content/slips/describe";
import type { Design } from "@/features/content/slips/use-design";
import { CodePicker } from "@/shared/codes/code-picker";

/** All properties of the slip as a whole, and the list of its elements. */
export function SlipProperties({ design, onSelect }: { design: Design; onSelect: (id: string) => void }) {
  const { draft, change } = design;
  return (
    <Stack spacing={2}>
      <Typography variant="subtitle1" component="h2">
        <Trans>Slip</Trans>
      </Typography>
      <TextField
        label={t`Name`}
        value={draft.name}
        error={draft.name.trim() === ""}
        onChange={(event) => change({ name: event.target.value }, "name")}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
      <CodePicker label={t`Code`} value={draft.code_id} onChange={(code_id) => change({ code_id })} />
      <FormControlLabel
        control={<Switch checked={draft.one_time} onChange={(_, one_time) => change({ one_time })} />}
        label={t`Give each copy its own one-time code`}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <NumberField
          label={t`Width`}
          value={draft.width_mm}
          min={20}
          max={420}
          step={1}
          onChange={(width_mm) => change({ width_mm }, "width")}
        />
        <NumberField
          label={t`Height`}
          value={draft.height_mm}
          min={20}
          max={420}
          step={1}
          onChange={(height_mm) => change({ height_mm }, "height")}
        />
      </Box>
      <ColorField
        label={t`Paper colour`}
        value={draft.background}
        onChange={(background) => change({ background }, "paper")}
      />
      <Typography variant="subtitle2" component="h3">
        <Trans>Elements</Trans>
      </Typography>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: "wrap" }}>
        {draft.elements.map((element) => (
          <Chip key={element.id} size="small" label={nameOf(element)} onClick={() => onSelect(element.id)} />
        ))}
      </Stack>
    </Stack>
  );
}
