import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { useCreateOrganization } from "@/features/org/organization/api/save-organization";
import { ownTimeZone } from "@/features/org/organization/choices";
import { timeZones } from "@/shared/format/time-zones";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a name` })
    .max(200, { error: () => t`At most 200 characters` }),
  time_zone: z.string().min(1, { error: () => t`Choose a time zone` }),
});

interface OrganizationFormProps {
  /** Shown above the fields. */
  children: ReactNode;
  cancelLabel: string;
  onCancel: () => void;
  onCreated: (created: { org_id: string; org_name: string }) => void;
}

/** Name and time zone of a new organisation. */
export function OrganizationForm({ children, cancelLabel, onCancel, onCreated }: OrganizationFormProps) {
  const creation = useCreateOrganization();
  const toasts = useToasts();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: "", time_zone: ownTimeZone() },
  });
  const save = form.handleSubmit((values) =>
    handleResult(creation.mutateAsync(values), { onSuccess: onCreated, onError: toasts.error }),
  );
  const isDone = creation.isPending || creation.isSuccess;
  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void save(event)}>
      {children}
      <Controller
        name="name"
        control={form.control}
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <TextField
            {...field}
            inputRef={ref}
            label={t`Organisation name`}
            placeholder={t`e.g. Harbor Coffee`}
            required
            autoFocus
            error={error !== undefined}
            helperText={error?.message}
          />
        )}
      />
      <Controller
        name="time_zone"
        control={form.control}
        render={({ field, fieldState: { error } }) => (
          <Autocomplete
            options={timeZones()}
            value={field.value}
            onChange={(_, zone) => field.onChange(zone)}
            disableClearable
            renderInput={(props) => (
              <TextField
                {...props}
                label={t`Time zone`}
                error={error !== undefined}
                helperText={error?.message ?? t`Used for days and weeks in analytics`}
              />
            )}
          />
        )}
      />
      <Stack direction="row" spacing={1} sx={{ justifyContent: "flex-end" }}>
        <Button color="inherit" onClick={onCancel} disabled={creation.isPending}>
          {cancelLabel}
        </Button>
        <Button type="submit" variant="contained" disabled={isDone}>
          <Trans>Create organisation</Trans>
        </Button>
      </Stack>
    </Stack>
  );
}
