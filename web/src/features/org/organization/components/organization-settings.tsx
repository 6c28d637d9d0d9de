import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { Controller } from "react-hook-form";
import { z } from "zod";
import { Section } from "@/features/org/organization/components/section";
import { SettingsForm } from "@/features/org/organization/components/settings-form";
import { useSettingsForm } from "@/features/org/organization/components/use-settings-form";
import { currencies, currencyLabel, locales, weekStarts } from "@/features/org/organization/choices";
import { timeZones } from "@/shared/format/time-zones";
import type { components } from "@/shared/api/schema";

type Organization = components["schemas"]["OrganizationData"];

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a name` })
    .max(200, { error: () => t`At most 200 characters` }),
  time_zone: z.string().min(1, { error: () => t`Choose a time zone` }),
  week_start: z.enum(["monday", "sunday", "saturday"]),
  locale: z.string().min(2),
  currency: z.string().length(3),
});
type Settings = z.infer<typeof schema>;

function valuesOf({ org_name, time_zone, week_start, locale, currency }: Organization): Settings {
  return { name: org_name, time_zone, week_start: week_start as Settings["week_start"], locale, currency };
}

interface OrganizationSettingsProps {
  organization: Organization;
  mayEdit: boolean;
}

/** Name, time zone and formats of the organisation. */
export function OrganizationSettings({ organization, mayEdit }: OrganizationSettingsProps) {
  const { form, ...state } = useSettingsForm({ organization, schema, valuesOf });

  const choice = (
    name: "week_start" | "locale",
    label: string,
    options: readonly { value: string; label: string }[],
    helperText: string,
  ) => (
    <Controller
      name={name}
      control={form.control}
      render={({ field: { ref, ...field } }) => (
        <TextField {...field} inputRef={ref} select label={label} disabled={!mayEdit} helperText={helperText}>
          {options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.label}
            </MenuItem>
          ))}
        </TextField>
      )}
    />
  );

  return (
    <Section
      title={t`General`}
      text={mayEdit ? t`Visible to everyone in your team.` : t`Only admins can change these.`}
    >
      <SettingsForm {...state} mayEdit={mayEdit}>
        <Controller
          name="name"
          control={form.control}
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <TextField
              {...field}
              inputRef={ref}
              label={t`Name`}
              disabled={!mayEdit}
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
              options={timeZones(organization.time_zone)}
              value={field.value}
              onChange={(_, zone) => field.onChange(zone)}
              disableClearable
              disabled={!mayEdit}
              renderInput={(props) => (
                <TextField
                  {...props}
                  label={t`Time zone`}
                  error={error !== undefined}
                  helperText={
                    error?.message ??
                    t`Used for days in analytics and for times in rules and scheduled reports. Dates that are already set don’t change.`
                  }
                />
              )}
            />
          )}
        />
        {choice("week_start", t`Week starts on`, weekStarts(), t`Used for “This week” in analytics`)}
        {choice(
          "locale",
          t`Date and number format`,
          locales(organization.locale),
          t`Used for texts generated for your organisation`,
        )}
        <Controller
          name="currency"
          control={form.control}
          render={({ field, fieldState: { error } }) => (
            <Autocomplete
              options={currencies(organization.currency)}
              getOptionLabel={currencyLabel}
              value={field.value}
              onChange={(_, currency) => field.onChange(currency)}
              disableClearable
              disabled={!mayEdit}
              renderInput={(props) => (
                <TextField
                  {...props}
                  label={t`Currency`}
                  error={error !== undefined}
                  helperText={error?.message ?? t`Used for the costs of rewards and prizes. Amounts are not converted.`}
                />
              )}
            />
          )}
        />
      </SettingsForm>
    </Section>
  );
}
