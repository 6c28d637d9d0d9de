import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { FIELDS, NumberField } from "@/features/promotions/games/components/fields";
import { hasScore } from "@/features/promotions/games/game-texts";
import type { Kind, PrizeDraft } from "@/features/promotions/games/types";

interface PrizeDrawProps {
  prize: PrizeDraft;
  kind: Kind;
  on: (name: string) => string | undefined;
  onChange: (changed: Partial<PrizeDraft>) => void;
}

/** When a prize is won, and the maximum number of wins. */
export function PrizeDraw({ prize, kind, on, onChange }: PrizeDrawProps) {
  return (
    <>
      <Typography variant="subtitle2" component="h4" sx={{ mt: 2, mb: 1.5 }}>
        <Trans>When it is won</Trans>
      </Typography>
      <Box sx={FIELDS}>
        <NumberField
          label={t`Winning moments`}
          min={0}
          empty={0}
          value={prize.moments}
          onChange={(moments) => onChange({ moments: moments ?? 0 })}
          problem={on("moments")}
          hint={t`This many of the stock: the first play after a secret moment wins`}
        />
        <TextField
          select
          fullWidth
          label={t`Moments are spread`}
          value={prize.spread}
          disabled={prize.moments === 0}
          onChange={({ target }) => onChange({ spread: target.value as PrizeDraft["spread"] })}
        >
          <MenuItem value="even">
            <Trans>Evenly over the schedule</Trans>
          </MenuItem>
          <MenuItem value="random">
            <Trans>At random</Trans>
          </MenuItem>
        </TextField>
      </Box>
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Switch checked={prize.paced} onChange={(_, paced) => onChange({ paced, catch_up: paced ? 3 : 1 })} />}
        label={t`Pace: no more are won than the schedule has released so far`}
      />
      {prize.paced ? (
        <Box sx={{ ...FIELDS, mt: 1 }}>
          <NumberField
            label={t`Catch up, at most times the chance`}
            value={prize.catch_up}
            empty={1}
            onChange={(times) => onChange({ catch_up: Math.min(20, times ?? 1) })}
            problem={on("catch_up")}
            hint={t`While fewer are won than released, the chance grows`}
          />
        </Box>
      ) : null}
      <Typography variant="subtitle2" component="h4" sx={{ mt: 2, mb: 1.5 }}>
        <Trans>At most</Trans>
      </Typography>
      <Box sx={FIELDS}>
        <NumberField
          label={t`For each person`}
          value={prize.per_person}
          onChange={(per_person) => onChange({ per_person })}
          problem={on("per_person")}
          hint={t`Leave empty for no limit`}
        />
        <NumberField
          label={t`On each day`}
          value={prize.per_day}
          onChange={(per_day) => onChange({ per_day })}
          problem={on("per_day")}
          hint={t`Leave empty for no limit`}
        />
        <NumberField
          label={t`At each place`}
          value={prize.per_place}
          onChange={(per_place) => onChange({ per_place })}
          problem={on("per_place")}
          hint={t`Leave empty for no limit`}
        />
        {hasScore(kind) ? (
          <NumberField
            label={t`Lowest score to win it`}
            value={prize.min_score}
            min={0}
            onChange={(min_score) => onChange({ min_score })}
            problem={on("min_score")}
            hint={t`Leave empty for any score`}
          />
        ) : null}
      </Box>
    </>
  );
}
