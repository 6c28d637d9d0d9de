import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";

const STEPS = [
  {
    title: msg`Create`,
    text: msg`Send people to a URL, or to a landing page with a title, text and a button.`,
  },
  {
    title: msg`Print`,
    text: msg`Download the code as PNG or SVG in your colours. Each code is tested for readability.`,
  },
  { title: msg`Watch`, text: msg`See scans by code, country, device and hour, compared with the previous period.` },
] as const;

/** How it works, in three steps. */
export function Steps() {
  return (
    <Box
      component="ol"
      sx={{
        listStyle: "none",
        p: 0,
        m: 0,
        display: "grid",
        gap: { xs: 3, md: 5 },
        gridTemplateColumns: { md: "repeat(3, 1fr)" },
      }}
    >
      {STEPS.map(({ title, text }, place) => (
        <Box component="li" key={t(title)} sx={{ borderTop: 2, borderColor: "primary.main", pt: 2 }}>
          <Typography variant="subtitle2" color="primary">
            <Trans>Step {place + 1}</Trans>
          </Typography>
          <Typography variant="h4" component="h2" gutterBottom>
            {t(title)}
          </Typography>
          <Typography color="textSecondary">{t(text)}</Typography>
        </Box>
      ))}
    </Box>
  );
}
