import { zodResolver } from "@hookform/resolvers/zod";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { useUpdateOrganization } from "@/features/org/organization/api/save-organization";
import { locales, timeZones, WEEK_STARTS } from "@/features/org/organization/choices";
import { Section } from "@/features/org/organization/components/section";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { ColorField } from "@/shared/components/color-field";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PictureField } from "@/shared/media/picture-field";
import { useToasts } from "@/shared/components/toasts";

const schema = z.object({
  name: z.string().trim().min(1, "Enter a name").max(200, "At most 200 characters"),
  logo: z
    .string()
    .trim()
    .regex(/^(https:\/\/\S+|\/\S*)?$/, "Enter a URL that starts with https://"),
  time_zone: z.string().min(1, "Choose a time zone"),
  week_start: z.enum(["monday", "sunday", "saturday"]),
  locale: z.string().min(2),
  color: z.string(),
});

/** What visitors see while no colour is chosen. */
const OWN_COLOR = "#1f4fa3";
type Settings = z.infer<typeof schema>;

function brandColor({ brand }: components["schemas"]["OrganizationData"]): string | null {
  return typeof brand["color"] === "string" ? brand["color"] : null;
}

function settingsOf(organization: components["schemas"]["OrganizationData"]): Settings {
  return {
    name: organization.org_name,
    logo: organization.organization_logo,
    time_zone: organization.time_zone,
    week_start: organization.week_start as Settings["week_start"],
    locale: organization.locale,
    color: brandColor(organization) ?? OWN_COLOR,
  };
}

interface OrganizationSettingsProps {
  organization: components["schemas"]["OrganizationData"];
  mayEdit: boolean;
}

/** Name, logo, colour, time zone and habits of the organisation. */
export function OrganizationSettings({ organization, mayEdit }: OrganizationSettingsProps) {
  const update = useUpdateOrganization();
  const toasts = useToasts();
  const form = useForm<Settings>({
    resolver: zodResolver(schema),
    // Read again whenever anything of the organisation changed, by oneself beside this form or by somebody else:
    // what is being written here stays.
    resetOptions: { keepDirtyValues: true },
    values: settingsOf(organization),
  });
  const { dirtyFields } = form.formState;
  const save = form.handleSubmit(({ color, ...values }) => {
    const brand = dirtyFields.color ? { brand: { color } } : {};
    // What was not touched may have been changed by somebody else meanwhile.
    const touched = Object.fromEntries(Object.entries(values).filter(([name]) => dirtyFields[name as keyof Settings]));
    handleResult(update.mutateAsync({ ...touched, ...brand }), {
      onSuccess: (saved) => {
        toasts.success("Settings saved");
        // As it is kept now, with what somebody else changed while this form was open.
        form.reset(settingsOf(saved));
      },
      onError: toasts.error,
    });
  });

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
      title="Organisation"
      text={mayEdit ? "Visible to everyone in your team." : "Only admins can change these."}
    >
      <Box component="form" noValidate onSubmit={(event) => void save(event)}>
        <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
          <Controller
            name="name"
            control={form.control}
            render={({ field: { ref, ...field }, fieldState: { error } }) => (
              <TextField
                {...field}
                inputRef={ref}
                label="Name"
                disabled={!mayEdit}
                error={error !== undefined}
                helperText={error?.message}
              />
            )}
          />
          <Controller
            name="logo"
            control={form.control}
            render={({ field: { ref, ...field }, fieldState: { error } }) => (
              <PictureField
                {...field}
                inputRef={ref}
                label="Logo"
                disabled={!mayEdit}
                error={error !== undefined}
                helperText={error?.message ?? "Optional. Visible to visitors"}
                // Without the host: pages at hosts of one's own have it too.
                addressOf={({ fallback_url }) => new URL(fallback_url).pathname}
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
                    label="Time zone"
                    error={error !== undefined}
                    helperText={
                      error?.message ??
                      "Used for days in analytics and for times in rules and scheduled reports. Dates that are already set don’t change."
                    }
                  />
                )}
              />
            )}
          />
          {choice("week_start", "Week starts on", WEEK_STARTS, "Used for “This week” in analytics")}
          <Controller
            name="color"
            control={form.control}
            render={({ field }) => (
              <ColorField
                label="Brand colour"
                value={field.value}
                onChange={field.onChange}
                disabled={!mayEdit}
                helperText="Used for your pages and branded codes"
              />
            )}
          />
          {choice(
            "locale",
            "Date and number format",
            locales(organization.locale),
            "Used for texts generated for your organisation",
          )}
        </Box>
        <LeaveGuard isChanged={form.formState.isDirty && !update.isPending}>You have unsaved settings.</LeaveGuard>
        {mayEdit ? (
          <Box sx={{ display: "flex", justifyContent: "flex-end", mt: 2.5 }}>
            <Button type="submit" variant="contained" disabled={!form.formState.isDirty || update.isPending}>
              Save settings
            </Button>
          </Box>
        ) : null}
      </Box>
    </Section>
  );
}
