import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { SlipPreview } from "@/features/content/slips/components/slip-preview";
import type { Slip } from "@/features/content/slips/types";
import { useCodeNames } from "@/shared/codes/code-names";

/** A slip for members who may not change it. */
export function SlipReading({ slip }: { slip: Slip }) {
  const names = useCodeNames(slip.code_id !== null);
  const facts: [string, string][] = [
    [t`Size`, `${slip.width_mm} × ${slip.height_mm} mm`],
    [t`Code`, slip.code_id === null ? t`None` : (names.get(slip.code_id) ?? slip.code_id)],
    [t`One-time codes`, slip.one_time ? t`Each copy has its own` : t`No`],
  ];
  return (
    <Card sx={{ p: { xs: 2, sm: 3 }, display: "flex", flexWrap: "wrap", gap: 4, alignItems: "flex-start" }}>
      <SlipPreview slip={slip} maxWidth={320} maxHeight={480} />
      <Box component="dl" sx={{ m: 0, display: "grid", gap: 1, gridTemplateColumns: "8rem minmax(0, 1fr)", flex: 1 }}>
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: "contents" }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  );
}
