import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { inZone, type PassContent, shownValue } from "@/shared/wallet/pass-content";

interface PassBackProps {
  content: PassContent;
  language: string;
  timeZone: string;
  surface: { card: string; ink: string; faint: string };
}

/** The back fields: in both wallets, a list below the pass on the wallet's own background. */
export function PassBack({ content, language, timeZone, surface }: PassBackProps) {
  const fields = inZone(content, "back");
  if (fields.length === 0) {
    return null;
  }
  return (
    <Box
      component="dl"
      aria-label={t`Back of the pass`}
      sx={{
        bgcolor: surface.card,
        color: surface.ink,
        borderRadius: "10px",
        m: 0,
        mt: 1.5,
        mx: "auto",
        px: 1.5,
        py: 0.5,
        maxWidth: 320,
      }}
    >
      {fields.map((field) => (
        <Box key={field.key} sx={{ py: 0.75 }}>
          <Box component="dt" sx={{ fontSize: 12, color: surface.faint }}>
            {field.label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 14, whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
            {shownValue(field, language, timeZone)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
