import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { FIELDS, MomentField, type Problems, Section } from "@/features/promotions/games/components/fields";
import type { Draft } from "@/features/promotions/games/types";
import { timeZones } from "@/shared/format/time-zones";

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const ALIKE = HOURS.map(() => 1);
const OPENING = HOURS.map((hour) => (hour >= 8 && hour < 20 ? 3 : 0));
const EVENING = HOURS.map((hour) => (hour >= 17 && hour < 22 ? 5 : hour >= 10 ? 1 : 0));
const HIGHEST = 10;

/** When the game can be played, and how prizes are spread over that time. */
export function PlanPart({ draft, problems, onChange }: PartProps) {
  const { hours, time_zone: zone } = draft;
  return (
    <>
      <Section title={t`Schedule`}>
        <Box sx={FIELDS}>
          <MomentField
            label={t`Starts`}
            value={draft.starts_at}
            zone={zone}
            onChange={(starts_at) => onChange({ starts_at })}
            problem={problems.starts_at}
          />
          <MomentField
            label={t`Ends`}
            value={draft.ends_at}
            zone={zone}
            onChange={(ends_at) => onChange({ ends_at })}
            problem={problems.ends_at}
          />
          <Autocomplete
            disableClearable
            options={timeZones(zone)}
            value={zone}
            onChange={(_, time_zone) => onChange({ time_zone })}
            renderInput={(props) => (
              <TextField
                {...props}
                label={t`Time zone`}
                error={Boolean(problems.time_zone)}
                helperText={problems.time_zone ?? t`Days and hours of the game are counted there`}
              />
            )}
          />
        </Box>
      </Section>
      <Section
        title={t`Hours`}
        text={t`When winning moments occur and paced prizes are released, by hour of the day. An hour with 0 has none.`}
      >
        <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mb: 2 }}>
          <Button
            size="small"
            variant={hours.length === 0 ? "contained" : "outlined"}
            onClick={() => onChange({ hours: [] })}
          >
            <Trans>All alike</Trans>
          </Button>
          <Button size="small" variant="outlined" onClick={() => onChange({ hours: OPENING })}>
            <Trans>Opening hours</Trans>
          </Button>
          <Button size="small" variant="outlined" onClick={() => onChange({ hours: EVENING })}>
            <Trans>Evenings</Trans>
          </Button>
          {hours.length === 0 ? (
            <Button size="small" variant="outlined" onClick={() => onChange({ hours: ALIKE })}>
              <Trans>Set each hour</Trans>
            </Button>
          ) : null}
        </Stack>
        {hours.length === 0 ? null : (
          <Box role="region" aria-label={t`Weights of the hours`} tabIndex={0} sx={{ overflowX: "auto", pb: 1 }}>
            <Box sx={{ display: "grid", gridTemplateColumns: "repeat(24, minmax(26px, 1fr))", minWidth: 640 }}>
              {HOURS.map((hour) => (
                <Stack key={hour} sx={{ alignItems: "center", gap: 1 }}>
                  <Slider
                    size="small"
                    orientation="vertical"
                    min={0}
                    max={HIGHEST}
                    value={Math.min(HIGHEST, hours[hour] ?? 0)}
                    aria-label={t`Weight from ${hour}:00`}
                    onChange={(_, value) => onChange({ hours: hours.with(hour, value) })}
                    sx={{ height: 120 }}
                  />
                  <Typography variant="caption" color="textSecondary" aria-hidden>
                    {hour}
                  </Typography>
                </Stack>
              ))}
            </Box>
          </Box>
        )}
        {problems.hours ? (
          <Typography variant="body2" color="error">
            {problems.hours}
          </Typography>
        ) : null}
      </Section>
      <Section title={t`When all prizes are gone`}>
        <RadioGroup
          aria-label={t`When all prizes are gone`}
          value={draft.at_end_of_stock}
          onChange={(_, value) => onChange({ at_end_of_stock: value === "end" ? "end" : "go_on" })}
        >
          <FormControlLabel
            value="go_on"
            control={<Radio />}
            label={t`Go on: players still get consolation prizes and reach scores`}
          />
          <FormControlLabel value="end" control={<Radio />} label={t`End the game`} />
        </RadioGroup>
      </Section>
    </>
  );
}
