import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { SampleCode } from "@/shared/components/sample-code";

const TREND = "M0 78 C 22 74, 34 62, 54 64 S 88 50, 104 52 S 138 30, 158 34 S 190 14, 220 8";

/** A printed code and the chart line that it draws. */
export function HeroPicture() {
  return (
    <Box aria-hidden sx={{ position: "relative", maxWidth: 440, mx: "auto", aspectRatio: "1 / 1.02", width: "100%" }}>
      <Box
        sx={{
          position: "absolute",
          inset: "6% 4%",
          borderRadius: "46% 54% 58% 42% / 48% 44% 56% 52%",
          background:
            "linear-gradient(140deg, var(--mui-palette-primary-main), var(--mui-palette-secondary-main) 62%, var(--mui-palette-info-main))",
          opacity: 0.16,
        }}
      />
      <Card
        sx={{
          position: "absolute",
          left: "3%",
          top: "0%",
          width: "55%",
          p: 2,
          transform: "rotate(-4deg)",
          boxShadow: 8,
          borderRadius: 4,
        }}
      >
        <SampleCode foreground="#163a7a" background="#ffffff" quietZone={2} />
        <Typography variant="h6" component="p" sx={{ textAlign: "center", mt: 1.25 }}>
          <Trans>View today’s menu</Trans>
        </Typography>
      </Card>
      <Card
        sx={{ position: "absolute", right: "0%", bottom: "0%", width: "58%", p: 2.25, boxShadow: 8, borderRadius: 4 }}
      >
        <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", mb: 1 }}>
          <Typography variant="subtitle2">
            <Trans>Scans</Trans>
          </Typography>
          <Stack direction="row" spacing={0.75} sx={{ alignItems: "center" }}>
            <Box sx={{ width: 8, height: 8, borderRadius: "50%", bgcolor: "success.main" }} />
            <Typography variant="caption" color="textSecondary">
              <Trans>Live</Trans>
            </Typography>
          </Stack>
        </Stack>
        <Box component="svg" viewBox="0 0 220 90" sx={{ width: "100%", display: "block", overflow: "visible" }}>
          <path d={`${TREND} L220 90 L0 90 Z`} fill="var(--mui-palette-primary-main)" opacity="0.12" />
          <path
            d="M0 82 C 30 80, 60 70, 90 72 S 150 56, 220 46"
            fill="none"
            stroke="var(--mui-palette-text-secondary)"
            strokeWidth="1.5"
            strokeDasharray="4 4"
            opacity="0.6"
          />
          <path
            d={TREND}
            fill="none"
            stroke="var(--mui-palette-primary-main)"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
          <circle cx="220" cy="8" r="4" fill="var(--mui-palette-primary-main)" />
        </Box>
      </Card>
    </Box>
  );
}
