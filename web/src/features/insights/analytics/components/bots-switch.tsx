import { plural, t } from "@lingui/core/macro";
import SmartToyOutlinedIcon from "@mui/icons-material/SmartToyOutlined";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";

interface BotsSwitchProps {
  bots: number;
  included: boolean;
  onChange: (included: boolean) => void;
}

/** Shows how many scans were by bots, and selects whether they count. */
export function BotsSwitch({ bots, included, onChange }: BotsSwitchProps) {
  return (
    <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "center" } }}>
      <SmartToyOutlinedIcon sx={{ color: "text.secondary", display: { xs: "none", sm: "block" } }} />
      <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
        {bots === 0
          ? t`No scans by bots or link previews in this range.`
          : included
            ? plural(bots, {
                one: "# scan by a bot or link preview is included.",
                other: "# scans by bots and link previews are included.",
              })
            : plural(bots, {
                one: "# scan by a bot or link preview is excluded.",
                other: "# scans by bots and link previews are excluded.",
              })}
      </Typography>
      <FormControlLabel
        className="no-print"
        control={<Switch checked={included} onChange={(_, on) => onChange(on)} />}
        label={t`Include bots`}
        slotProps={{ typography: { variant: "body2" } }}
        sx={{ mr: 0, flexShrink: 0 }}
      />
    </Stack>
  );
}
