import { zodResolver } from "@hookform/resolvers/zod";
import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Controller, useForm } from "react-hook-form";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import { useCreateOrganization } from "@/features/org/organization/api/save-organization";
import { ownTimeZone, timeZones } from "@/features/org/organization/choices";
import { handleResult } from "@/shared/api/handle-result";
import { useSession } from "@/shared/auth/session";
import { useToasts } from "@/shared/components/toasts";
import { useTitle } from "@/shared/components/use-title";
import { paths } from "@/shared/config/paths";

const schema = z.object({
  name: z.string().trim().min(1, "Enter a name").max(200, "At most 200 characters"),
  time_zone: z.string().min(1, "Choose a time zone"),
});

/** For somebody who is logged in and belongs nowhere yet. */
export function CreateOrganization() {
  useTitle("Create your organisation");
  const { user, logout } = useSession();
  const creation = useCreateOrganization();
  const toasts = useToasts();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: "", time_zone: ownTimeZone() },
  });
  const save = form.handleSubmit((values) =>
    handleResult(creation.mutateAsync(values), {
      onSuccess: () => {
        toasts.success(`Welcome, ${values.name}`);
        // Who came for something goes on to it; everybody else begins with a page and its code.
        if (pathname === paths.codes || pathname === paths.admin) {
          void navigate(paths.firstRun, { replace: true });
        }
      },
      onError: toasts.error,
    }),
  );
  return (
    <Card sx={{ maxWidth: 520, mx: "auto", p: { xs: 2.5, sm: 4 } }}>
      <Stack component="form" noValidate spacing={2.5} onSubmit={(event) => void save(event)}>
        <div>
          <Typography variant="h4" component="h1" gutterBottom>
            Create your organisation
          </Typography>
          <Typography color="textSecondary">
            {user?.email} does not belong to an organisation yet. Create one, or ask a colleague to invite you and log
            in again.
          </Typography>
        </div>
        <Controller
          name="name"
          control={form.control}
          render={({ field: { ref, ...field }, fieldState: { error } }) => (
            <TextField
              {...field}
              inputRef={ref}
              label="Name"
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
                  label="Time zone"
                  error={error !== undefined}
                  helperText={error?.message ?? "Used for days and weeks in analytics"}
                />
              )}
            />
          )}
        />
        <Stack direction="row" spacing={1} sx={{ justifyContent: "flex-end" }}>
          <Button color="inherit" onClick={logout}>
            Log out
          </Button>
          <Button type="submit" variant="contained" disabled={creation.isPending}>
            Create organisation
          </Button>
        </Stack>
      </Stack>
    </Card>
  );
}
