import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import {
  type ReferralProgram,
  referralProgramQuery,
  rewardNamesQuery,
  useSaveReferralProgram,
} from "@/features/promotions/referrals/api/referrals";
import { WordsFields } from "@/features/promotions/referrals/components/words-fields";
import {
  hasUnit,
  NUMBERS,
  type NumberName,
  type ProgramValues,
  problemsOf,
  programOf,
  valuesOf,
} from "@/features/promotions/referrals/program-values";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { isUnreadable } from "@/shared/api/unreadable";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { ErrorState } from "@/shared/components/state-views";
import { useToasts } from "@/shared/components/toasts";
import { textsOf } from "@/shared/i18n/texts";

const KINDS = { none: msg`Nothing`, points: msg`Points`, stamps: msg`Stamps`, reward: msg`A reward` } as const;
const SIDES = { friend_reward: msg`The friend gets`, referrer_reward: msg`The referrer gets` } as const;
const ACTIONS = { submit: msg`Sends a form`, redemption: msg`Redeems something`, scan: msg`Scans a code` } as const;

/** The settings of referrals: rewards, when they are given, limits, and the page for friends. */
export function ProgramForm({ mayEdit }: { mayEdit: boolean }) {
  const program = useQuery(referralProgramQuery);
  if (isUnreadable(program)) {
    return <ErrorState error={program.error} onRetry={() => void program.refetch()} />;
  }
  if (program.isPending) {
    return <Skeleton variant="rounded" height={420} aria-busy="true" />;
  }
  return <Loaded program={program.data} mayEdit={mayEdit} />;
}

function Loaded({ program, mayEdit }: { program: ReferralProgram; mayEdit: boolean }) {
  const saving = useSaveReferralProgram();
  const rewards = useQuery(rewardNamesQuery).data ?? [];
  const toasts = useToasts();
  const [values, setValues] = useState(() => valuesOf(program));
  const [saved, setSaved] = useState(values);
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const problems: Record<string, string | undefined> = {
    ...(saving.error instanceof ApiError ? saving.error.fields : {}),
    ...typos,
  };
  const set = (changed: Partial<ProgramValues>) => setValues((now) => ({ ...now, ...changed }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found = problemsOf(values);
    setTypos(found);
    if (Object.keys(found).length > 0) {
      saving.reset();
    } else if (!saving.isPending) {
      handleResult(saving.mutateAsync(programOf(values)), {
        onSuccess: () => {
          setSaved(values);
          toasts.success(t`Programme saved.`);
        },
      });
    }
  };
  const number = (name: NumberName) => (
    <Grid key={name} size={{ xs: 12, sm: 6 }}>
      <TextField
        fullWidth
        label={t(NUMBERS[name].label)}
        value={values[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        error={Boolean(problems[name])}
        helperText={problems[name] ?? (NUMBERS[name].hint === null ? null : t(NUMBERS[name].hint))}
        slotProps={{ htmlInput: { inputMode: "numeric" } }}
      />
    </Grid>
  );
  const side = (name: keyof typeof SIDES) => {
    const reward = values[name];
    const unit = t(KINDS[reward.kind]);
    const isCounted = reward.kind === "points" || reward.kind === "stamps";
    const change = (changed: Partial<typeof reward>) => set({ [name]: { ...reward, ...changed } });
    return (
      <>
        <Grid size={{ xs: 12, sm: 6 }}>
          <TextField
            select
            fullWidth
            label={t(SIDES[name])}
            value={reward.kind}
            onChange={({ target }) => change({ kind: target.value as typeof reward.kind })}
          >
            {Object.entries(textsOf(KINDS)).map(([kind, label]) => (
              <MenuItem key={kind} value={kind}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        </Grid>
        <Grid size={{ xs: 12, sm: 6 }}>
          {isCounted ? (
            <TextField
              fullWidth
              label={name === "friend_reward" ? t`${unit} for the friend` : t`${unit} for the referrer`}
              value={reward.amount}
              onChange={({ target }) => change({ amount: target.value })}
              error={Boolean(problems[`${name}.amount`])}
              helperText={problems[`${name}.amount`]}
              slotProps={{ htmlInput: { inputMode: "numeric" } }}
            />
          ) : null}
          {reward.kind === "reward" ? (
            <TextField
              select
              fullWidth
              label={name === "friend_reward" ? t`Reward for the friend` : t`Reward for the referrer`}
              value={rewards.some((one) => one.reward_id === reward.reward_id) ? reward.reward_id : ""}
              onChange={({ target }) => change({ reward_id: target.value })}
              error={Boolean(problems[`${name}.reward_id`])}
              helperText={
                problems[`${name}.reward_id`] ?? (rewards.length === 0 ? t`Create a reward first` : undefined)
              }
            >
              {rewards.map((one) => (
                <MenuItem key={one.reward_id} value={one.reward_id}>
                  {one.name}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
        </Grid>
      </>
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isPart isChanged={JSON.stringify(values) !== JSON.stringify(saved)}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      <fieldset disabled={!mayEdit} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack spacing={2} sx={{ maxWidth: "48rem" }}>
          {saving.error ? <Alert severity="error">{messageOf(saving.error)}</Alert> : null}
          {mayEdit ? null : (
            <Alert severity="info">
              <Trans>Only admins can change the programme.</Trans>
            </Alert>
          )}
          <Card sx={{ p: 2 }}>
            <FormControlLabel
              control={<Switch checked={values.is_active} onChange={(_, isActive) => set({ is_active: isActive })} />}
              label={t`The programme is running`}
            />
            <TextField
              select
              fullWidth
              sx={{ mt: 2 }}
              label={t`Referral links`}
              value={values.codes_for}
              onChange={({ target }) => set({ codes_for: target.value as ProgramValues["codes_for"] })}
              helperText={t`Customers see their link on their card`}
            >
              <MenuItem value="everyone">
                <Trans>For every customer</Trans>
              </MenuItem>
              <MenuItem value="on_request">
                <Trans>Only for customers you choose</Trans>
              </MenuItem>
            </TextField>
          </Card>
          <Part title={t`Rewards`} text={t`Given once the friend does one of these for the first time.`}>
            <Grid size={12}>
              <FormControl error={Boolean(problems.actions)} component="fieldset">
                <FormLabel component="legend">
                  <Trans>The friend</Trans>
                </FormLabel>
                <Stack direction="row" sx={{ flexWrap: "wrap" }}>
                  {(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).map((action) => (
                    <FormControlLabel
                      key={action}
                      label={t(ACTIONS[action])}
                      control={
                        <Checkbox
                          checked={values.actions.includes(action)}
                          onChange={(_, isChosen) =>
                            set({
                              actions: isChosen
                                ? [...values.actions, action]
                                : values.actions.filter((one) => one !== action),
                            })
                          }
                        />
                      }
                    />
                  ))}
                </Stack>
                {problems.actions ? <FormHelperText>{problems.actions}</FormHelperText> : null}
              </FormControl>
            </Grid>
            {side("friend_reward")}
            {side("referrer_reward")}
            {hasUnit(values) ? (
              <Grid size={12}>
                <TextField
                  fullWidth
                  label={t`For referrers further up`}
                  value={values.upper_amounts}
                  onChange={({ target }) => set({ upper_amounts: target.value })}
                  error={Boolean(problems.upper_amounts)}
                  helperText={
                    problems.upper_amounts ??
                    t`Amounts by level, nearest first, such as 10, 5. Leave empty to reward only the referrer`
                  }
                />
              </Grid>
            ) : null}
          </Part>
          <Part title={t`Limits`}>{(Object.keys(NUMBERS) as NumberName[]).map(number)}</Part>
          <Part
            title={t`Page for friends`}
            text={t`Fields you leave empty show our default text in the friend’s language.`}
          >
            <Grid size={12}>
              <WordsFields words={values.words} onChange={(words) => set({ words })} />
            </Grid>
            <Grid size={12}>
              <TextField
                fullWidth
                label={t`Code to open afterwards`}
                value={values.code_id}
                onChange={({ target }) => set({ code_id: target.value })}
                error={Boolean(problems.code_id)}
                helperText={problems.code_id ?? t`The ID of one of your codes, for example of a form`}
              />
            </Grid>
          </Part>
          {mayEdit ? (
            <Button type="submit" variant="contained" disabled={saving.isPending} sx={{ alignSelf: "flex-start" }}>
              <Trans>Save</Trans>
            </Button>
          ) : null}
        </Stack>
      </fieldset>
    </form>
  );
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Typography variant="h6" component="h2">
        {title}
      </Typography>
      {text === undefined ? null : (
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      )}
      <Grid container spacing={2} sx={{ mt: 1 }}>
        {children}
      </Grid>
    </Card>
  );
}
