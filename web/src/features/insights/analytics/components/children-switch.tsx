import { plural, t } from "@lingui/core/macro";
import AccountTreeOutlinedIcon from "@mui/icons-material/AccountTreeOutlined";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";

interface ChildrenSwitchProps {
  /** The number of the base's children, at least one. */
  codes: number;
  alone: boolean;
  onChange: (alone: boolean) => void;
}

/** Selects whether the children of a base count with it. */
export function ChildrenSwitch({ codes, alone, onChange }: ChildrenSwitchProps) {
  return (
    <Card sx={{ px: { xs: 2, md: 2.5 }, py: 1.5, mb: { xs: 2, md: 3 } }}>
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "center" } }}>
        <AccountTreeOutlinedIcon sx={{ color: "text.secondary", display: { xs: "none", sm: "block" } }} />
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
          {alone
            ? plural(codes, { one: "# child code is excluded.", other: "# child codes are excluded." })
            : plural(codes, { one: "# child code is included.", other: "# child codes are included." })}
        </Typography>
        <FormControlLabel
          className="no-print"
          control={<Switch checked={!alone} onChange={(_, on) => onChange(!on)} />}
          label={t`Include child codes`}
          slotProps={{ typography: { variant: "body2" } }}
          sx={{ mr: 0, flexShrink: 0 }}
        />
      </Stack>
    </Card>
  );
}
