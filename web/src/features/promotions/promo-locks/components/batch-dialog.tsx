import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type ReactNode, type SubmitEvent, useId } from "react";
import { Controller, type FieldPath, FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { useCreatePromoCodes } from "@/features/promotions/promo-locks/api/changes";
import { type BatchForm, batchOf, batchSchema, EMPTY_BATCH } from "@/features/promotions/promo-locks/batch-form";
import { BatchCreated } from "@/features/promotions/promo-locks/components/batch-created";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { INCOMPLETE_DATE, incompleteInputs } from "@/shared/components/incomplete-inputs";
import { useToasts } from "@/shared/components/toasts";

interface BatchDialogProps {
  codeId: string;
  zone: string;
  onClose: () => void;
}

/** Creates promo codes, or imports a list. */
export function BatchDialog({ codeId, zone, onClose }: BatchDialogProps) {
  const titleId = useId();
  const toasts = useToasts();
  const creation = useCreatePromoCodes(codeId);
  const form = useForm<BatchForm>({ resolver: zodResolver(batchSchema), defaultValues: EMPTY_BATCH });
  const way = useWatch({ control: form.control, name: "way" });
  const create = form.handleSubmit((values) =>
    handleResult(creation.mutateAsync(batchOf(values, zone)), { onError: toasts.error }),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // An incomplete day reads as empty, so the promo codes would never expire.
    const half = incompleteInputs(event.currentTarget).find(({ name }) => name === "from" || name === "until");
    if (half === undefined) {
      void create(event);
      return;
    }
    event.preventDefault();
    form.setError(half.name as "from" | "until", { message: t(INCOMPLETE_DATE) });
    half.focus();
  };
  return (
    <FormDialog
      asks={!creation.data}
      onClose={creation.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {creation.data ? t`Your promo codes` : t`Add promo codes`}
      </DialogTitle>
      {creation.data ? (
        <BatchCreated created={creation.data} onClose={onClose} />
      ) : (
        <FormProvider {...form}>
          <form noValidate onSubmit={submit} style={{ display: "contents" }}>
            <DialogContent>
              <Stack spacing={2.5}>
                <ToggleButtonGroup
                  exclusive
                  fullWidth
                  size="small"
                  value={way}
                  aria-label={t`Source`}
                  onChange={(_, next: BatchForm["way"] | null) => next && form.setValue("way", next)}
                >
                  <ToggleButton value="made">
                    <Trans>Generate</Trans>
                  </ToggleButton>
                  <ToggleButton value="imported">
                    <Trans>Upload a list</Trans>
                  </ToggleButton>
                </ToggleButtonGroup>
                {way === "made" ? (
                  <Pair>
                    <Field name="amount" label={t`Quantity`} required inputMode="numeric" />
                    <Field name="prefix" label={t`Prefix`} helperText={t`Optional, such as SUMMER`} />
                  </Pair>
                ) : (
                  <Field
                    name="list"
                    label={t`Promo codes`}
                    required
                    multiline
                    minRows={4}
                    maxRows={10}
                    helperText={t`One per line, 4 to 32 letters or digits`}
                  />
                )}
                <Field name="name" label={t`Batch name`} helperText={t`Only visible to your team`} />
                <Pair>
                  <Field
                    name="maxUses"
                    label={t`Total uses per promo code`}
                    helperText={t`Leave empty for no limit`}
                    inputMode="numeric"
                  />
                  <Field
                    name="perCustomer"
                    label={t`Uses per customer`}
                    helperText={t`Leave empty for no limit`}
                    inputMode="numeric"
                  />
                </Pair>
                <Pair>
                  <Field name="from" label={t`First day`} type="date" />
                  <Field
                    name="until"
                    label={t`Last day`}
                    type="date"
                    helperText={t`Time zone: ${zone.replaceAll("_", " ")}`}
                  />
                </Pair>
                <PlaceFields />
              </Stack>
            </DialogContent>
            <DialogActions sx={{ px: 3, pb: 2.5 }}>
              <Button color="inherit" onClick={onClose} disabled={creation.isPending}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" variant="contained" disabled={creation.isPending}>
                {way === "made" ? t`Generate promo codes` : t`Add promo codes`}
              </Button>
            </DialogActions>
          </form>
        </FormProvider>
      )}
    </FormDialog>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { sm: "1fr 1fr" }, alignItems: "start" }}>{children}</Box>
  );
}

type TextName = Exclude<FieldPath<BatchForm>, "hasPlace" | "way">;
type FieldProps = Omit<TextFieldProps, "name"> & { name: TextName; inputMode?: "numeric" | "decimal" };

function Field({ name, helperText, inputMode, ...props }: FieldProps) {
  const { control } = useFormContext<BatchForm>();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...props}
          {...field}
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message ?? helperText}
          slotProps={{
            htmlInput: { inputMode },
            inputLabel: props.type === "date" ? { shrink: true } : {},
          }}
        />
      )}
    />
  );
}

function PlaceFields() {
  const { control, setValue } = useFormContext<BatchForm>();
  const hasPlace = useWatch({ control, name: "hasPlace" });
  const toasts = useToasts();
  const takeMine = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setValue("latitude", coords.latitude.toFixed(5), { shouldValidate: true });
        setValue("longitude", coords.longitude.toFixed(5), { shouldValidate: true });
      },
      () => toasts.error(t`Your browser couldn’t determine your location.`),
    );
  return (
    <Stack spacing={2}>
      <Controller
        name="hasPlace"
        control={control}
        render={({ field }) => (
          <FormControlLabel
            control={<Switch checked={field.value} onChange={(_, on) => field.onChange(on)} />}
            label={t`Valid at one location only`}
          />
        )}
      />
      {hasPlace ? (
        <>
          <Pair>
            <Field name="latitude" label={t`Latitude`} required inputMode="decimal" placeholder="40.7033" />
            <Field name="longitude" label={t`Longitude`} required inputMode="decimal" placeholder="-74.0170" />
          </Pair>
          <Pair>
            <Field name="radius" label={t`Radius in metres`} required inputMode="numeric" />
            <Button variant="outlined" onClick={takeMine} sx={{ height: 40 }}>
              <Trans>Use my location</Trans>
            </Button>
          </Pair>
        </>
      ) : null}
    </Stack>
  );
}
