import { t } from "@lingui/core/macro";
import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Grid from "@mui/material/Grid";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useId, useState } from "react";
import { useShopDiscount } from "@/features/commerce/integrations/api/shop-discounts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LAST_MOMENT, nextDay, startOfDay } from "@/shared/format/zoned";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";
import { BatchPicker } from "@/shared/promotions/batch-picker";
import { useCodeOfBatch } from "@/shared/promotions/batches";

const EMPTY = { title: "", of: "code", code: "", batch: "", unit: "percent", off: "", until: "", once: false };
type Form = typeof EMPTY;

/** Creates discounts in the connected shop: for one code, or for the promo codes of a batch. */
export function ShopDiscounts() {
  const { role } = useOrganization();
  return reaches(role, "editor") ? (
    <Grid size={12}>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
          <Trans>Make a discount</Trans>
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          <Trans>
            It applies to everything in the shop. A discount for promo codes drops the ones you withdraw, and is
            switched off when the batch ends.
          </Trans>
        </Typography>
        <DiscountForm />
      </Card>
    </Grid>
  ) : null;
}

function DiscountForm() {
  const label = useId();
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const make = useShopDiscount();
  const [form, setForm] = useState(EMPTY);
  const batchCode = useCodeOfBatch(form.batch);
  // One idempotency key per form content, so that a double click or a retry creates the discount only once.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const change = (values: Partial<Form>) => {
    setForm({ ...form, ...values });
    setKey(crypto.randomUUID());
    make.reset();
  };
  const isForCode = form.of === "code";
  const problems = make.error instanceof ApiError ? make.error.fields : {};
  const refusalOf = (name: string) => ({
    error: problems[name] !== undefined,
    helperText: problems[name] === undefined ? null : t`It ${problems[name]}`,
  });
  const isWhole =
    form.title.trim() !== "" && Number(form.off) > 0 && (isForCode ? form.code.trim() !== "" : batchCode !== null);
  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // An incomplete last day reads as empty, so the discount would never end.
    if (reportIncomplete(event.currentTarget)) {
      return;
    }
    const body = {
      title: form.title.trim(),
      code: isForCode ? form.code.trim() : null,
      qr_id: isForCode ? null : batchCode,
      batch_id: isForCode ? null : form.batch,
      percent: form.unit === "percent" ? Number(form.off) : null,
      amount: form.unit === "amount" ? Number(form.off).toFixed(2) : null,
      ends_at: form.until === "" ? null : startOfDay(nextDay(form.until), zone),
      once_per_customer: form.once,
    };
    handleResult(make.mutateAsync({ body, key }), {
      onSuccess: () => {
        setForm(EMPTY);
        setKey(crypto.randomUUID());
      },
    });
  };
  return (
    <Stack component="form" noValidate onSubmit={save} spacing={2}>
      <div role="status">
        {make.isError ? <Alert severity="error">{messageOf(make.error)}</Alert> : null}
        {make.data ? (
          <Alert severity="success">
            {plural(make.data.codes, {
              one: "The discount is on, for # code.",
              other: "The discount is on, for # codes.",
            })}
          </Alert>
        ) : null}
      </div>
      <FormControl>
        <FormLabel id={label}>
          <Trans>Who gets it</Trans>
        </FormLabel>
        <RadioGroup row aria-labelledby={label} value={form.of} onChange={(_, of) => change({ of })}>
          <FormControlLabel value="code" control={<Radio />} label={t`Everyone who enters a code`} />
          <FormControlLabel value="batch" control={<Radio />} label={t`Everyone who has a promo code`} />
        </RadioGroup>
      </FormControl>
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, sm: 6 }}>
          <TextField
            {...refusalOf("title")}
            label={t`Title in the shop`}
            value={form.title}
            onChange={({ target }) => change({ title: target.value })}
            slotProps={{ htmlInput: { maxLength: 80 } }}
            required
            fullWidth
          />
        </Grid>
        <Grid size={{ xs: 12, sm: 6 }}>
          {isForCode ? (
            <TextField
              {...refusalOf("code")}
              label={t`Discount code`}
              value={form.code}
              onChange={({ target }) => change({ code: target.value })}
              slotProps={{ htmlInput: { maxLength: 60, autoCapitalize: "characters", spellCheck: false } }}
              required
              fullWidth
            />
          ) : (
            <BatchPicker
              required
              label={t`Batch of promo codes`}
              value={form.batch}
              onChange={(batch) => change({ batch })}
              problem={problems.qr_id === undefined ? undefined : t`It ${problems.qr_id}`}
            />
          )}
        </Grid>
        <Grid size={{ xs: 6, sm: 3 }}>
          <TextField
            {...refusalOf(form.unit)}
            label={t`Discount`}
            type="number"
            value={form.off}
            onChange={({ target }) => change({ off: target.value })}
            slotProps={{ htmlInput: { min: 0, step: "any" } }}
            required
            fullWidth
          />
        </Grid>
        <Grid size={{ xs: 6, sm: 3 }}>
          <TextField
            select
            label={t`Unit`}
            value={form.unit}
            onChange={({ target }) => change({ unit: target.value })}
            fullWidth
          >
            <MenuItem value="percent">
              <Trans>Percent</Trans>
            </MenuItem>
            <MenuItem value="amount">
              <Trans>Currency of the shop</Trans>
            </MenuItem>
          </TextField>
        </Grid>
        <Grid size={{ xs: 12, sm: 6 }}>
          <TextField
            {...refusalOf("ends_at")}
            label={t`Last day (optional)`}
            type="date"
            value={form.until}
            onChange={({ target }) => change({ until: target.value })}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT.slice(0, 10) } }}
            fullWidth
          />
        </Grid>
      </Grid>
      <FormControlLabel
        label={t`Once for each customer`}
        control={<Switch checked={form.once} onChange={({ target }) => change({ once: target.checked })} />}
      />
      <Button type="submit" variant="contained" disabled={make.isPending || !isWhole} sx={{ alignSelf: "flex-start" }}>
        <Trans>Make the discount</Trans>
      </Button>
    </Stack>
  );
}
