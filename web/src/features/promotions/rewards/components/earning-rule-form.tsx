import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type EarningRule, useSaveEarningRule } from "@/features/promotions/rewards/api/earning";
import { EditDialog, MomentInput, NumberInput, UnitInput } from "@/features/promotions/rewards/components/edit-dialog";
import {
  AT_CODES,
  draftOf,
  type EarningKind,
  type EarningValues,
  KINDS,
  NUMBERS,
  type NumberName,
  problemsOf,
  valuesOf,
} from "@/features/promotions/rewards/earning-values";
import { ApiError } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { useOrganizationData } from "@/shared/organization/organization";

/** Creates or changes an earning rule. */
export function EarningRuleForm({ rule, onDone }: { rule: EarningRule | null; onDone: () => void }) {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const saving = useSaveEarningRule();
  const [values, setValues] = useState<EarningValues>(() => valuesOf(rule, zone));
  const [typos, setTypos] = useState<Readonly<Record<string, string>>>({});
  const problems = { ...(saving.error instanceof ApiError ? saving.error.fields : {}), ...typos };
  const set = (changed: Partial<EarningValues>) => setValues((now) => ({ ...now, ...changed }));
  const submit = () => {
    const found = problemsOf(values);
    setTypos(found);
    if (Object.keys(found).length > 0) {
      saving.reset();
    } else if (!saving.isPending) {
      saving.mutate(draftOf(values, zone, rule), { onSuccess: onDone });
    }
  };
  const number = (name: NumberName, required = false) => (
    <NumberInput
      required={required}
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
      title={rule === null ? t`New earning rule` : t`Edit earning rule`}
      error={saving.error}
      isSaving={saving.isPending}
      onSubmit={submit}
      onClose={onDone}
    >
      <Grid size={12}>
        <TextField
          fullWidth
          required
          label={t`Name`}
          value={values.name}
          onChange={({ target }) => set({ name: target.value })}
          error={Boolean(problems.name)}
          helperText={problems.name ?? t`Shown to customers on their card`}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
      </Grid>
      <Grid size={12}>
        <TextField
          select
          fullWidth
          label={t`Customers earn for`}
          value={values.kind}
          disabled={rule !== null}
          onChange={({ target }) => set({ kind: target.value as EarningKind })}
          error={Boolean(problems.kind)}
          helperText={
            problems.kind ??
            (values.kind === "review" ? t`A form that was answered in a field named review or rating` : undefined)
          }
        >
          {Object.entries(KINDS).map(([kind, label]) => (
            <MenuItem key={kind} value={kind}>
              {t(label)}
            </MenuItem>
          ))}
        </TextField>
      </Grid>
      <Grid size={{ xs: 6, sm: 3 }}>{number("amount", true)}</Grid>
      <Grid size={{ xs: 6, sm: 3 }}>
        <UnitInput value={values.unit} onChange={(unit) => set({ unit })} />
      </Grid>
      {values.kind === "order" ? (
        <>
          <Grid size={{ xs: 6, sm: 3 }}>{number("per_cents", true)}</Grid>
          <Grid size={{ xs: 6, sm: 3 }}>
            <TextField
              fullWidth
              required
              label={t`Currency`}
              value={values.currency}
              onChange={({ target }) => set({ currency: target.value })}
              error={Boolean(problems.currency)}
              helperText={problems.currency ?? t`Like USD`}
              slotProps={{ htmlInput: { maxLength: 3 } }}
            />
          </Grid>
          <Grid size={{ xs: 12, sm: 6 }}>{number("min_cents")}</Grid>
        </>
      ) : null}
      {values.kind === "check_in" ? (
        <>
          <Grid size={{ xs: 6, sm: 4 }}>{number("latitude", true)}</Grid>
          <Grid size={{ xs: 6, sm: 4 }}>{number("longitude", true)}</Grid>
          <Grid size={{ xs: 12, sm: 4 }}>{number("radius_m", true)}</Grid>
        </>
      ) : null}
      {AT_CODES.includes(values.kind) ? (
        <Grid size={12}>
          <CodePicker
            label={t`Only at this code`}
            value={values.code_ids[0] ?? null}
            onChange={(code) => set({ code_ids: code === null ? [] : [code] })}
            error={Boolean(problems.code_ids)}
            helperText={
              problems.code_ids ?? (values.code_ids.length > 1 ? t`And at other codes` : t`Leave empty for all`)
            }
          />
        </Grid>
      ) : null}
      <Grid size={12}>
        <Typography variant="h6" component="h3">
          <Trans>At most</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <Trans>In points or stamps. Leave empty for no cap.</Trans>
        </Typography>
      </Grid>
      {(["person_day", "person_week", "person_total", "total"] as const).map((name) => (
        <Grid key={name} size={{ xs: 12, sm: 6 }}>
          {number(name)}
        </Grid>
      ))}
      <Grid size={{ xs: 12, sm: 6 }}>{moment("starts_at", t`From`)}</Grid>
      <Grid size={{ xs: 12, sm: 6 }}>{moment("ends_at", t`Until`)}</Grid>
      <Grid size={12}>
        <FormControlLabel
          control={<Switch checked={values.is_active} onChange={(_, is_active) => set({ is_active })} />}
          label={t`Customers earn with this rule`}
        />
      </Grid>
    </EditDialog>
  );
}
