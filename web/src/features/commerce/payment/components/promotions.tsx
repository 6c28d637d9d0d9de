import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import CardContent from "@mui/material/CardContent";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { usePromotion } from "@/features/commerce/payment/api/payment";
import { ApiError, messageOf } from "@/shared/api/errors";
import { centsOf } from "@/blocks/currencies";
import { handleResult } from "@/shared/api/handle-result";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";

const EMPTY = { code: "", off: "", unit: "percent", months: "", uses: "", until: "" };
const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** Creates promotion codes for plans. Shown to owners of the organisation that operates this installation. */
export function Promotions({ currency }: { currency: string }) {
  const make = usePromotion();
  const [form, setForm] = useState(EMPTY);
  const problems = make.error instanceof ApiError ? make.error.fields : {};
  const set = (name: keyof typeof EMPTY) => (event: { target: { value: string } }) =>
    setForm({ ...form, [name]: event.target.value });
  const isPercent = form.unit === "percent";
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reportIncomplete(event.currentTarget)) {
      return;
    }
    const off = Number(form.off);
    handleResult(
      make.mutateAsync({
        code: form.code.trim(),
        percent_off: isPercent ? off : null,
        amount_off: isPercent ? null : centsOf(off, currency),
        currency: isPercent ? null : currency,
        months: numberOf(form.months),
        max_redemptions: numberOf(form.uses),
        expires_at: form.until === "" ? null : `${form.until}T23:59:59Z`,
      }),
      { onSuccess: () => setForm(EMPTY) },
    );
  };
  const field = (name: keyof typeof EMPTY, wire: string, help?: string) => ({
    value: form[name],
    onChange: set(name),
    error: problems[wire] !== undefined,
    helperText: problems[wire] ?? help,
    fullWidth: true,
  });
  return (
    <Card component="form" noValidate onSubmit={save}>
      <CardContent component={Stack} spacing={2}>
        <div>
          <Typography variant="h5" component="h2">
            <Trans>Promotion codes</Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              You run this installation, so you can create codes for a discount on plans. Organisations enter them when
              they choose a plan.
            </Trans>
          </Typography>
        </div>
        <div role="status">
          {make.isError ? <Alert severity="error">{messageOf(make.error)}</Alert> : null}
          {make.data ? <Alert severity="success">{t`${make.data.code} can be used from now on.`}</Alert> : null}
        </div>
        <Grid container spacing={2}>
          <Grid size={{ xs: 12, sm: 6, md: 4 }}>
            <TextField
              {...field("code", "code", t`Letters and digits, like SPRING25`)}
              label={t`Code`}
              slotProps={{ htmlInput: { maxLength: 40, autoCapitalize: "characters", spellCheck: false } }}
            />
          </Grid>
          <Grid size={{ xs: 6, sm: 3, md: 4 }}>
            <TextField {...field("off", isPercent ? "percent_off" : "amount_off")} label={t`Discount`} type="number" />
          </Grid>
          <Grid size={{ xs: 6, sm: 3, md: 4 }}>
            <TextField {...field("unit", "currency")} select label={t`Unit`}>
              <MenuItem value="percent">
                <Trans>Percent</Trans>
              </MenuItem>
              <MenuItem value="amount">{currency.toUpperCase()}</MenuItem>
            </TextField>
          </Grid>
          <Grid size={{ xs: 12, sm: 4 }}>
            <TextField
              {...field("months", "months", t`Leave empty for the first invoice only`)}
              label={t`Duration in months`}
              type="number"
            />
          </Grid>
          <Grid size={{ xs: 12, sm: 4 }}>
            <TextField
              {...field("uses", "max_redemptions", t`Leave empty for no limit`)}
              label={t`Maximum redemptions`}
              type="number"
            />
          </Grid>
          <Grid size={{ xs: 12, sm: 4 }}>
            <TextField
              {...field("until", "expires_at")}
              label={t`Last day (UTC)`}
              type="date"
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </Grid>
        </Grid>
        <Button
          type="submit"
          variant="contained"
          disabled={make.isPending || form.code.trim() === "" || !(Number(form.off) > 0)}
          sx={{ alignSelf: "flex-start" }}
        >
          <Trans>Create code</Trans>
        </Button>
      </CardContent>
    </Card>
  );
}
