import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formsOf, STEPS } from "@/features/insights/analytics/form-steps";
import type { ReportRow } from "@/features/insights/analytics/api/reports";
import { formatCount, formatShare } from "@/shared/format/numbers";

const SHADES = { reached: 0.28, filled: 0.6, answered: 1 } as const;

/** Each form by field: how many people reached it, filled it in and sent it, and where they left. */
export function FormStepsChart({ rows }: { rows: readonly ReportRow[] }) {
  return (
    <Stack spacing={3} sx={{ px: { xs: 2, md: 3 }, pb: 3 }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: "wrap" }}>
        {STEPS.map(({ name, label }) => (
          <Stack key={name} direction="row" spacing={0.75} sx={{ alignItems: "center" }}>
            <Box
              aria-hidden
              sx={{ width: 12, height: 12, borderRadius: 0.5, bgcolor: "primary.main", opacity: SHADES[name] }}
            />
            <Typography variant="caption" color="textSecondary">
              {t(label)}
            </Typography>
          </Stack>
        ))}
      </Stack>
      {formsOf(rows).map(({ form, opened, sent, fields }) => (
        <Box key={form} component="section" aria-label={form ? t`Form ${form}` : t`Unnamed form`}>
          <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
            {form || t`Unnamed`}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
            {plural(opened, { one: "Seen # time", other: "Seen # times" })},{" "}
            {plural(sent, { one: "sent # time", other: "sent # times" })}
          </Typography>
          <Stack component="ol" spacing={1} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {fields.map((field) => (
              <Box
                component="li"
                key={field.name}
                sx={{
                  display: "grid",
                  alignItems: "center",
                  columnGap: 1.5,
                  gridTemplateColumns: { xs: "minmax(0, 1fr) auto", sm: "11rem minmax(0, 1fr) 13rem" },
                }}
              >
                <Typography variant="body2" noWrap title={field.name}>
                  {field.name}
                </Typography>
                <Box
                  aria-hidden
                  sx={{
                    order: { xs: 3, sm: 0 },
                    gridColumn: { xs: "1 / -1", sm: "auto" },
                    position: "relative",
                    height: 22,
                    borderRadius: 1,
                    bgcolor: "action.hover",
                    overflow: "hidden",
                  }}
                >
                  {STEPS.map(({ name }) => (
                    <Box
                      key={name}
                      sx={{
                        position: "absolute",
                        inset: 0,
                        right: "auto",
                        bgcolor: "primary.main",
                        opacity: SHADES[name],
                        width: `${(field[name] / Math.max(opened, field.reached, 1)) * 100}%`,
                      }}
                    />
                  ))}
                </Box>
                <Typography variant="body2" sx={{ textAlign: "right", fontVariantNumeric: "tabular-nums" }}>
                  {STEPS.map(({ name }) => formatCount(field[name])).join(" → ")}
                  <Box
                    component="span"
                    sx={{ color: "text.secondary", ml: 1 }}
                    title={t`Reached this field but did not submit`}
                  >
                    {field.lost > 0 ? `−${formatShare(field.lost)}` : "all"}
                  </Box>
                </Typography>
                {field.left > 0 ? (
                  <Typography
                    variant="caption"
                    color="textSecondary"
                    sx={{ order: 4, gridColumn: { xs: "1 / -1", sm: "2 / -1" } }}
                  >
                    <Trans>{formatCount(field.left)} dropped off</Trans>
                  </Typography>
                ) : null}
              </Box>
            ))}
          </Stack>
        </Box>
      ))}
    </Stack>
  );
}
