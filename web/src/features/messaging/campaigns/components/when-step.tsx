import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { rewardsQuery } from "@/features/messaging/campaigns/api/audiences";
import type { Plan } from "@/features/messaging/campaigns/api/campaigns";
import { ParsedField } from "@/shared/components/parsed-field";
import { instantOf, LAST_MOMENT, wallClock } from "@/shared/format/zoned";

interface StepProps {
  plan: Plan;
  zone: string;
  onChange: (change: Partial<Plan>) => void;
}

const SPREADS = [0, 1, 2, 4, 8, 12, 24, 48, 72];
const HOLDOUTS = [0, 5, 10, 20, 50];
const TESTED = [10, 20, 30, 50, 100];
const WAITS = [1, 2, 4, 8, 24, 48, 72];
const WINDOWS = [24, 72, 168, 336, 720];
const GOALS = ["clicks", "visits", "revenue"] as const;
const GOAL_NAMES = { clicks: msg`Clicks`, visits: msg`Visits`, revenue: msg`Revenue` };

/** When people get the campaign, and how versions are compared. */
export function WhenStep({ plan, zone, onChange }: StepProps) {
  const { schedule, experiment } = plan;
  const set = (change: Partial<Plan["schedule"]>) => onChange({ schedule: { ...schedule, ...change } });
  const compare = (change: Partial<Plan["experiment"]>) => onChange({ experiment: { ...experiment, ...change } });
  const choose = (kind: string) => {
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
    tomorrow.setMinutes(0, 0, 0);
    set({
      kind: kind as Plan["schedule"]["kind"],
      at: kind === "at" ? tomorrow.toISOString() : null,
      local: kind === "local" ? `${tomorrow.toISOString().slice(0, 10)}T10:00:00` : null,
    });
  };
  return (
    <Stack spacing={2.5} sx={{ maxWidth: 560 }}>
      <RadioGroup value={schedule.kind} onChange={(_, kind) => choose(kind)} aria-label={t`When`}>
        <FormControlLabel value="now" control={<Radio />} label={t`Immediately`} />
        <FormControlLabel value="at" control={<Radio />} label={t`At the same time for everyone`} />
        <FormControlLabel value="local" control={<Radio />} label={t`At a local time in each person’s time zone`} />
        <FormControlLabel value="best_hour" control={<Radio />} label={t`At each person’s best hour`} />
      </RadioGroup>
      {schedule.kind === "at" ? (
        <ParsedField
          type="datetime-local"
          label={t`Date and time`}
          value={schedule.at === null ? "" : wallClock(schedule.at ?? "", zone)}
          onChange={(text) => text !== "" && set({ at: instantOf(text, zone) })}
          helperText={zone}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
        />
      ) : null}
      {schedule.kind === "local" ? (
        <ParsedField
          type="datetime-local"
          label={t`Local date and time`}
          value={(schedule.local ?? "").slice(0, 16)}
          onChange={(text) => text !== "" && set({ local: `${text}:00` })}
          helperText={t`Uses the time zone of the profile, then of the phone number, then of the last scan, then of your organisation.`}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
        />
      ) : null}
      {schedule.kind === "best_hour" ? <BestHour schedule={schedule} zone={zone} onChange={set} /> : null}
      <TextField
        select
        label={t`Spread`}
        value={schedule.spread_hours}
        onChange={({ target }) => set({ spread_hours: Number(target.value) })}
        helperText={t`Avoids everyone arriving at once.`}
      >
        {SPREADS.map((hours) => (
          <MenuItem key={hours} value={hours}>
            {hours === 0 ? t`All at once` : t`Over ${hours} h`}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t`People in quiet hours`}
        value={schedule.quiet}
        onChange={({ target }) => set({ quiet: target.value as Plan["schedule"]["quiet"] })}
      >
        <MenuItem value="defer">{t`Deliver when their quiet hours end`}</MenuItem>
        <MenuItem value="skip">{t`Don’t get it`}</MenuItem>
      </TextField>
      <RewardChoice value={plan.reward_id ?? null} onChange={(rewardId) => onChange({ reward_id: rewardId })} />
      <TextField
        select
        label={t`Count what people do`}
        value={plan.window_hours}
        onChange={({ target }) => onChange({ window_hours: Number(target.value) })}
        helperText={t`Visits, forms, redemptions and orders after a click`}
      >
        {[...new Set([...WINDOWS, plan.window_hours])].map((hours) => (
          <MenuItem key={hours} value={hours}>
            {hours % 24 === 0 ? plural(hours / 24, { one: "For # day", other: "For # days" }) : t`For ${hours} h`}
          </MenuItem>
        ))}
      </TextField>
      <Typography variant="subtitle2" component="h2">
        <Trans>Comparison</Trans>
      </Typography>
      <TextField
        select
        label={t`Hold out`}
        value={experiment.holdout}
        onChange={({ target }) => compare({ holdout: Number(target.value) })}
        helperText={t`These people get nothing, so you can measure the campaign’s effect.`}
      >
        {HOLDOUTS.map((percent) => (
          <MenuItem key={percent} value={percent}>
            {percent === 0 ? t`Nobody` : t`${percent}% of the people`}
          </MenuItem>
        ))}
      </TextField>
      {plan.variants.length > 1 ? (
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2}>
          <TextField
            select
            fullWidth
            label={t`Test the versions on`}
            value={experiment.test_share}
            onChange={({ target }) => compare({ test_share: Number(target.value) })}
          >
            {TESTED.map((percent) => (
              <MenuItem key={percent} value={percent}>
                {percent === 100 ? t`Everyone` : t`${percent}% of the people`}
              </MenuItem>
            ))}
          </TextField>
          {(experiment.test_share ?? 100) < 100 ? (
            <TextField
              select
              fullWidth
              label={t`Everyone else gets the winner`}
              value={experiment.winner_after_hours}
              onChange={({ target }) => compare({ winner_after_hours: Number(target.value) })}
            >
              {WAITS.map((hours) => (
                <MenuItem key={hours} value={hours}>
                  {t`After ${hours} h`}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <TextField
            select
            fullWidth
            label={t`Compare by`}
            value={experiment.winner_by ?? "clicks"}
            onChange={({ target }) => compare({ winner_by: target.value as (typeof GOALS)[number] })}
          >
            {GOALS.map((goal) => (
              <MenuItem key={goal} value={goal}>
                {t(GOAL_NAMES[goal])}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      ) : null}
    </Stack>
  );
}

interface BestHourProps {
  schedule: Plan["schedule"];
  zone: string;
  onChange: (change: Partial<Plan["schedule"]>) => void;
}

function BestHour({ schedule, zone, onChange }: BestHourProps) {
  return (
    <ParsedField
      type="datetime-local"
      label={t`Not before (optional)`}
      value={schedule.at == null ? "" : wallClock(schedule.at, zone)}
      onChange={(text) => onChange({ at: text === "" ? null : instantOf(text, zone) })}
      helperText={t`Within a day, at the hour when the person was most often active in the last 90 days and that isn’t quiet. New people get it when most of your people are active.`}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
    />
  );
}

interface RewardProps {
  value: string | null;
  onChange: (rewardId: string | null) => void;
}

function RewardChoice({ value, onChange }: RewardProps) {
  const rewards = useQuery(rewardsQuery);
  const known = rewards.data?.items.some((one) => one.reward_id === value) === true;
  return (
    <TextField
      select
      label={t`Reward`}
      value={known ? value : ""}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
      error={rewards.isError}
      helperText={rewards.isError ? t`The choices couldn’t be loaded.` : t`Everyone who gets the message gets it once.`}
    >
      <MenuItem value="">{t`None`}</MenuItem>
      {(rewards.data?.items ?? []).map((one) => (
        <MenuItem key={one.reward_id} value={one.reward_id}>
          {one.name}
        </MenuItem>
      ))}
    </TextField>
  );
}
