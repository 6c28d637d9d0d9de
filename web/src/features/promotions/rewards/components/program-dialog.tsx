import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Grid from "@mui/material/Grid";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type Program, programQuery, useSaveProgram } from "@/features/promotions/rewards/api/rewards";
import { NO_WHOLE, wholeNumber } from "@/features/promotions/rewards/typed-numbers";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { ErrorState } from "@/shared/components/state-views";

const FIELDS = {
  stamps_goal: [msg`Stamps of a full card`, null],
  points_expire_days: [msg`Days until points expire`, msg`Empty: never`],
  stamps_expire_days: [msg`Days until stamps expire`, msg`Empty: never`],
  pending_days: [msg`Days until points are available`, msg`For example your return period`],
  daily_points: [msg`Most points in 24 hours`, msg`Per customer. Leave empty for no limit`],
  daily_stamps: [msg`Most stamps in 24 hours`, msg`Per customer. Leave empty for no limit`],
  tier_days: [msg`Days that count for a tier`, null],
  grace_days: [msg`Days a tier is kept`, msg`After points drop below it`],
} as const;

function hintOf(name: keyof typeof FIELDS): string {
  const hint = FIELDS[name][1];
  return hint === null ? "" : t(hint);
}
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];
const MOST_TIERS = 10;

/** The expiry of points and stamps, the daily limits of a customer, and tiers. */
export function ProgramDialog({ onDone }: { onDone: () => void }) {
  const program = useQuery(programQuery);
  return (
    <FormDialog onClose={onDone} aria-labelledby="program-title" maxWidth="sm" fullWidth>
      {program.isSuccess ? (
        <ProgramForm program={program.data} onDone={onDone} />
      ) : (
        <>
          <DialogTitle id="program-title" sx={{ typography: "h4" }}>
            <Trans>Programme</Trans>
          </DialogTitle>
          <DialogContent aria-busy={program.isPending}>
            {program.isError ? (
              <ErrorState compact error={program.error} onRetry={() => void program.refetch()} />
            ) : (
              <Typography color="textSecondary">
                <Trans>Loading…</Trans>
              </Typography>
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={onDone}>
              <Trans>Close</Trans>
            </Button>
          </DialogActions>
        </>
      )}
    </FormDialog>
  );
}

function ProgramForm({ program, onDone }: { program: Program; onDone: () => void }) {
  const saving = useSaveProgram();
  const [values, setValues] = useState(
    () => Object.fromEntries(NAMES.map((name) => [name, String(program[name] ?? "")])) as Record<Field, string>,
  );
  const [tiers, setTiers] = useState(() =>
    program.tiers.map((tier, key) => ({ key, name: tier.name, points: String(tier.points) })),
  );
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const problems = { ...(saving.error instanceof ApiError ? saving.error.fields : {}), ...typos };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (saving.isPending) {
      return;
    }
    const numbers = Object.fromEntries(
      NAMES.filter((name) => values[name].trim() !== "").map((name) => [name, wholeNumber(values[name])]),
    );
    const kept = tiers.flatMap(({ name, points }, place) =>
      name.trim() === "" && points.trim() === "" ? [] : [{ place, name, points: wholeNumber(points) }],
    );
    const typed = [
      ...Object.entries(numbers),
      ...kept.map(({ place, points }) => [`tiers.${String(place)}.points`, points] as const),
    ];
    const found = Object.fromEntries(
      typed.filter(([, value]) => Number.isNaN(value)).map(([name]) => [name, t(NO_WHOLE)]),
    );
    setTypos(found);
    if (Object.keys(found).length > 0) {
      saving.reset();
      return;
    }
    const body = { ...numbers, tiers: kept.map(({ name, points }) => ({ name, points })) };
    saving.mutate(body as Program, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate style={{ display: "contents" }}>
      <DialogTitle id="program-title" sx={{ typography: "h4" }}>
        <Trans>Programme</Trans>
      </DialogTitle>
      <DialogContent>
        <Grid container spacing={2} sx={{ pt: 1 }}>
          {saving.error ? (
            <Grid size={12}>
              <Alert severity="error">{messageOf(saving.error)}</Alert>
            </Grid>
          ) : null}
          {NAMES.map((name) => (
            <Grid key={name} size={{ xs: 12, sm: 6 }}>
              <TextField
                fullWidth
                label={t(FIELDS[name][0])}
                value={values[name]}
                onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
                error={Boolean(problems[name])}
                helperText={problems[name] ?? hintOf(name)}
                slotProps={{ htmlInput: { inputMode: "numeric" } }}
              />
            </Grid>
          ))}
          <Grid size={12}>
            <Stack spacing={1.5}>
              <Typography variant="h6" component="h3">
                <Trans>Tiers</Trans>
              </Typography>
              {problems.tiers ? <Alert severity="error">{t`Tiers ${problems.tiers}`}</Alert> : null}
              {tiers.map((tier, place) => (
                <Stack key={tier.key} direction="row" spacing={1}>
                  <TextField
                    fullWidth
                    label={t`Name of tier ${String(place + 1)}`}
                    value={tier.name}
                    onChange={({ target }) => setTiers((now) => now.with(place, { ...tier, name: target.value }))}
                    error={Boolean(problems[`tiers.${String(place)}.name`])}
                    helperText={problems[`tiers.${String(place)}.name`]}
                  />
                  <TextField
                    fullWidth
                    label={t`Points for tier ${String(place + 1)}`}
                    value={tier.points}
                    onChange={({ target }) => setTiers((now) => now.with(place, { ...tier, points: target.value }))}
                    error={Boolean(problems[`tiers.${String(place)}.points`])}
                    helperText={problems[`tiers.${String(place)}.points`]}
                    slotProps={{ htmlInput: { inputMode: "numeric" } }}
                  />
                </Stack>
              ))}
              {tiers.length < MOST_TIERS ? (
                <Button
                  variant="outlined"
                  onClick={() =>
                    setTiers((now) => [...now, { key: now.length + program.tiers.length, name: "", points: "" }])
                  }
                  sx={{ alignSelf: "flex-start" }}
                >
                  <Trans>Add tier</Trans>
                </Button>
              ) : null}
            </Stack>
          </Grid>
        </Grid>
      </DialogContent>
      <DialogActions>
        <Button onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="contained" disabled={saving.isPending}>
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </form>
  );
}
