import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import type { Plan } from "@/features/messaging/automations/api/automations";
import { messageOf } from "@/features/messaging/automations/steps";
import { TEMPLATES } from "@/features/messaging/automations/templates";
import { PageHeader } from "@/shared/components/page-header";

/** Selects the template of a new automation: one of the common cases, or none. */
export function TemplateChoice({ onChoose }: { onChoose: (plan: Plan) => void }) {
  const blank = (): Plan => ({
    name: t`New automation`,
    trigger: { kind: "submit" },
    steps: [messageOf("s1", "best")],
    again_after_days: null,
    goal: null,
    segment_id: null,
  });
  const cards = [
    ...TEMPLATES.map((one) => ({
      key: one.key,
      name: t(one.name),
      text: t(one.text),
      make: (): Plan => ({ name: t(one.name), ...one.plan() }),
    })),
    { key: "blank", name: t`Start from scratch`, text: t`One message after something that people do.`, make: blank },
  ];
  return (
    <>
      <PageHeader title={t`New automation`} subtitle={t`Choose a starting point. You can change everything.`} />
      <Box
        component="ul"
        sx={{
          listStyle: "none",
          m: 0,
          p: 0,
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr", lg: "1fr 1fr 1fr" },
        }}
      >
        {cards.map((one) => (
          <Card component="li" key={one.key} variant="outlined">
            <CardActionArea sx={{ p: 2, height: "100%" }} onClick={() => onChoose(one.make())}>
              <Typography variant="subtitle1" component="h2">
                {one.name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {one.text}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </>
  );
}
