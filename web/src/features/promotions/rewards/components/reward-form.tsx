import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Reward, useRegisterReward } from "@/features/promotions/rewards/api/rewards";
import { EditDialog, MomentInput, NumberInput, UnitInput } from "@/features/promotions/rewards/components/edit-dialog";
import { PlaceStock } from "@/features/promotions/rewards/components/place-stock";
import {
  draftOf,
  type FormValues,
  NUMBERS,
  type NumberName,
  problemsOf,
  valuesOf,
} from "@/features/promotions/rewards/reward-values";
import { ApiError } from "@/shared/api/errors";
import { LANGUAGES, languageName } from "@/shared/i18n/visitor-languages";
import { PictureField } from "@/shared/media/picture-field";
import { useOrganizationData } from "@/shared/organization/organization";
import { BatchPicker } from "@/shared/promotions/batch-picker";

const KINDS = {
  product: msg`Free product`,
  amount: msg`Amount off`,
  percent: msg`Percentage off`,
  text: msg`Something else`,
  voucher: msg`Voucher from a promo batch`,
};
const AT = /^reward_list\.0\./;

/** Creates or changes a reward. */
export function RewardForm({ reward, onDone }: { reward: Reward | null; onDone: () => void }) {
  const organization = useOrganizationData().data;
  const zone = organization?.time_zone ?? "UTC";
  const own = { zone, currency: organization?.currency };
  const saving = useRegisterReward();
  const [values, setValues] = useState<FormValues>(() => valuesOf(reward, own));
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const refused = saving.error instanceof ApiError ? Object.entries(saving.error.fields) : [];
  const problems = { ...Object.fromEntries(refused.map(([name, text]) => [name.replace(AT, ""), text])), ...typos };
  const set = (changed: Partial<FormValues>) => setValues((now) => ({ ...now, ...changed }));
  const submit = () => {
    const found = problemsOf(values, own);
    setTypos(found);
    if (Object.keys(found).length > 0) {
      saving.reset();
    } else if (!saving.isPending) {
      const draft = draftOf(values, own);
      const action = reward === null ? "create" : "update";
      saving.mutate(
        { action, draft: reward === null ? draft : { ...draft, reward_id: reward.reward_id } },
        { onSuccess: onDone },
      );
    }
  };
  const text = (name: "name" | "description" | "tiers" | "paid_by" | "currency", label: string, hint?: string) => (
    <TextField
      fullWidth
      label={label}
      value={values[name]}
      multiline={name === "description"}
      onChange={({ target }) => set({ [name]: target.value })}
      error={Boolean(problems[name])}
      helperText={problems[name] ?? hint}
      required={name === "name"}
    />
  );
  const number = (name: NumberName) => (
    <NumberInput
      label={t(NUMBERS[name])}
      value={values[name]}
      problem={problems[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const moment = (name: "starts_at" | "ends_at", label: string) => (
    <MomentInput
      label={label}
      value={values[name]}
      problem={problems[name]}
      zone={zone}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <EditDialog
      title={reward === null ? t`New reward` : t`Edit reward`}
      error={saving.error}
      isSaving={saving.isPending}
      onSubmit={submit}
      onClose={onDone}
    >
      <Grid size={12}>{text("name", t`Name`)}</Grid>
      <Grid size={12}>{text("description", t`Description`)}</Grid>
      <Grid size={{ xs: 12, sm: 6 }}>
        <TextField
          select
          fullWidth
          label={t`Kind`}
          value={values.kind}
          onChange={({ target }) => set({ kind: target.value as FormValues["kind"] })}
        >
          {Object.entries(KINDS).map(([kind, label]) => (
            <MenuItem key={kind} value={kind}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
      </Grid>
      {values.kind === "percent" ? <Grid size={{ xs: 12, sm: 6 }}>{number("percent")}</Grid> : null}
      {values.kind === "voucher" ? (
        <Grid size={{ xs: 12, sm: 6 }}>
          <BatchPicker
            required
            label={t`Promo batch`}
            value={values.batch_id}
            onChange={(batch_id) => set({ batch_id })}
            problem={problems.batch_id}
            helperText={t`Each customer gets the next unused code.`}
          />
        </Grid>
      ) : null}
      {values.kind === "amount" ? (
        <>
          <Grid size={{ xs: 6, sm: 3 }}>{number("value_cents")}</Grid>
          <Grid size={{ xs: 6, sm: 3 }}>{text("currency", t`Currency`, t`Like USD`)}</Grid>
        </>
      ) : null}
      <Grid size={{ xs: 6, sm: 3 }}>{number("price")}</Grid>
      <Grid size={{ xs: 6, sm: 3 }}>
        <UnitInput value={values.unit} onChange={(unit) => set({ unit })} />
      </Grid>
      <Grid size={12}>
        <PictureField
          label={t`Picture`}
          value={values.picture}
          error={Boolean(problems.picture)}
          {...(problems.picture ? { helperText: problems.picture } : {})}
          onChange={(picture) => set({ picture })}
        />
      </Grid>
      <Grid size={12}>
        <Typography variant="h6" component="h3">
          <Trans>Limits</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <Trans>Leave empty for no limit.</Trans>
        </Typography>
      </Grid>
      {(["stock", "stock_per_day", "per_person", "valid_days"] as const).map((name) => (
        <Grid key={name} size={{ xs: 6 }}>
          {number(name)}
        </Grid>
      ))}
      <Grid size={12}>
        <PlaceStock places={values.places} problems={problems} onChange={(places) => set({ places })} />
      </Grid>
      <Grid size={{ xs: 12, sm: 6 }}>{moment("starts_at", t`From`)}</Grid>
      <Grid size={{ xs: 12, sm: 6 }}>{moment("ends_at", t`Until`)}</Grid>
      <Grid size={12}>{text("tiers", t`Only for tiers`, t`Names of tiers, separated by commas`)}</Grid>
      <Grid size={12}>
        <FormControlLabel
          control={<Switch checked={values.hold_to_redeem} onChange={(_, hold_to_redeem) => set({ hold_to_redeem })} />}
          label={t`Customers redeem it on their card, by holding a button while your staff watch`}
        />
      </Grid>
      <Grid size={{ xs: 12, sm: 6 }}>{number("cost_cents")}</Grid>
      <Grid size={{ xs: 12, sm: 6 }}>{text("paid_by", t`Paid by`)}</Grid>
      <Grid size={12}>
        <Typography variant="h6" component="h3">
          <Trans>Languages</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <Trans>Visitors who read another language see the name and description above.</Trans>
        </Typography>
      </Grid>
      {values.translations.map(({ language, name, description }, place) => (
        <Grid key={language} size={12} container spacing={1}>
          <Grid size={{ xs: 12, sm: 5 }}>
            <TextField
              fullWidth
              label={t`Name in ${languageName(language)}`}
              value={name}
              onChange={({ target }) =>
                set({
                  translations: values.translations.with(place, { language, name: target.value, description }),
                })
              }
              error={Boolean(problems[`translations.${language}.name`])}
              helperText={problems[`translations.${language}.name`] ?? t`Leave empty to remove`}
            />
          </Grid>
          <Grid size={{ xs: 12, sm: 7 }}>
            <TextField
              fullWidth
              label={t`Description in ${languageName(language)}`}
              value={description}
              onChange={({ target }) =>
                set({
                  translations: values.translations.with(place, { language, name, description: target.value }),
                })
              }
            />
          </Grid>
        </Grid>
      ))}
      <Grid size={12}>
        <TextField
          select
          fullWidth
          label={t`Add a language`}
          value=""
          onChange={({ target }) =>
            set({
              translations: [...values.translations, { language: target.value, name: "", description: "" }],
            })
          }
        >
          {Object.entries(LANGUAGES)
            .filter(([language]) => !values.translations.some((one) => one.language === language))
            .map(([language, label]) => (
              <MenuItem key={language} value={language}>
                {t(label)}
              </MenuItem>
            ))}
        </TextField>
      </Grid>
    </EditDialog>
  );
}
