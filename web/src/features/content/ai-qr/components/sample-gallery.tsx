import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { STYLES } from "@/features/content/ai-qr/types";

/** One picture of each pattern, made by the product itself (tests/support/studio_samples.py). */
export function SampleGallery() {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: "none",
        display: "grid",
        gap: 2,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(180px, 45%), 1fr))",
      }}
    >
      {STYLES.flatMap(({ style, label, sample }) =>
        sample === undefined
          ? []
          : [
              <li key={style}>
                <Box
                  component="img"
                  src={sample}
                  width={480}
                  height={480}
                  alt={t`Example: a code with the pattern ${t(label).toLowerCase()}`}
                  sx={{ display: "block", width: "100%", height: "auto", borderRadius: 3, boxShadow: 2 }}
                />
                <Typography variant="body2" sx={{ mt: 0.75, textAlign: "center" }}>
                  {t(label)}
                </Typography>
              </li>,
            ],
      )}
    </Box>
  );
}
