import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useId, useState } from "react";
import { useRotateSecret, useUpdateConnection } from "@/features/commerce/integrations/api/integrations";
import { type Kind, KindsField } from "@/features/commerce/integrations/components/kinds-field";
import { EventPreview } from "@/features/commerce/integrations/components/event-preview";
import { MappingFields } from "@/features/commerce/integrations/components/mapping-fields";
import { SecretView } from "@/features/commerce/integrations/components/secret-view";
import { type Settings, SettingsFields } from "@/features/commerce/integrations/components/settings-fields";
import { VENDOR_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";
import type { Connection, Vendor } from "@/shared/integrations/integrations";

interface ConnectionSettingsProps {
  connection: Connection;
  vendor: Vendor;
  mayEdit: boolean;
}

/** What is sent and how, new credentials, and a preview of what the vendor receives. */
export function ConnectionSettings({ connection, vendor, mayEdit }: ConnectionSettingsProps) {
  const update = useUpdateConnection();
  const toasts = useToasts();
  const words = VENDOR_TEXTS[vendor.vendor];
  const [name, setName] = useState(connection.name);
  const [settings, setSettings] = useState<Settings>(connection.settings);
  const [kinds, setKinds] = useState<Kind[]>(vendor.event_kinds.filter((it) => connection.event_kinds.includes(it)));
  const [keys, setKeys] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<unknown>(null);
  const problems = problem instanceof ApiError ? problem.fields : {};
  const hasKeys = Object.values(keys).some((it) => it !== "");
  const isChanged =
    hasKeys ||
    name !== connection.name ||
    JSON.stringify(settings) !== JSON.stringify(connection.settings) ||
    vendor.event_kinds.some((it) => kinds.includes(it) !== connection.event_kinds.includes(it));
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      await update.mutateAsync({
        connection_id: connection.connection_id,
        name: name.trim() || vendor.title,
        settings,
        event_kinds: kinds,
        ...(hasKeys ? { credentials: keys } : {}),
      });
      toasts.success(t`Settings saved`);
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <Stack spacing={3} sx={{ maxWidth: 920 }}>
      <LeaveGuard isPart isChanged={isChanged}>
        <Trans>You have unsaved settings.</Trans>
      </LeaveGuard>
      <Card component="form" noValidate onSubmit={(event) => void save(event)} sx={{ p: { xs: 2, sm: 3 } }}>
        <Stack spacing={2.5}>
          {problem === null ? null : <Alert severity="error">{messageOf(problem)}</Alert>}
          <TextField
            label={t`Name`}
            value={name}
            disabled={!mayEdit}
            onChange={({ target }) => setName(target.value)}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <SettingsFields
            vendor={vendor.vendor}
            value={settings}
            problems={problems}
            isConnected
            disabled={!mayEdit}
            onChange={setSettings}
          />
          <MappingFields
            vendor={vendor}
            kinds={kinds}
            value={settings}
            problems={problems}
            disabled={!mayEdit}
            onChange={setSettings}
          />
          <KindsField vendor={vendor} value={kinds} disabled={!mayEdit} onChange={setKinds} />
          {mayEdit
            ? vendor.fields.map((field) => {
                const text = words?.fields[field.name];
                const refused = problems[`credentials.${field.name}`];
                return (
                  <TextField
                    key={field.name}
                    label={text ? t(text.label) : field.name}
                    type={field.is_secret && !field.is_file ? "password" : "text"}
                    multiline={field.is_file}
                    maxRows={4}
                    value={keys[field.name] ?? ""}
                    error={refused !== undefined}
                    helperText={refused === undefined ? t`Leave empty to keep the stored one.` : t`It ${refused}`}
                    onChange={({ target }) => setKeys({ ...keys, [field.name]: target.value })}
                    slotProps={{ htmlInput: { autoComplete: "off", spellCheck: false } }}
                  />
                );
              })
            : null}
          {mayEdit ? (
            <Button type="submit" variant="contained" disabled={update.isPending} sx={{ alignSelf: "flex-start" }}>
              <Trans>Save settings</Trans>
            </Button>
          ) : null}
        </Stack>
      </Card>
      {vendor.makes_secret && mayEdit ? <Rotation connectionId={connection.connection_id} /> : null}
      {vendor.event_kinds.length > 0 ? (
        <EventPreview connectionId={connection.connection_id} vendor={vendor} settings={settings} />
      ) : null}
    </Stack>
  );
}

function Rotation({ connectionId }: { connectionId: string }) {
  const titleId = useId();
  const rotate = useRotateSecret();
  const toasts = useToasts();
  const [secret, setSecret] = useState<string | null>(null);
  const make = () => {
    handleResult(rotate.mutateAsync(connectionId), {
      onSuccess: (made) => setSecret(made.secret),
      onError: toasts.error,
    });
  };
  return (
    <Card sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography component="h2" variant="h5" sx={{ mb: 1 }}>
        <Trans>Signing secret</Trans>
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        <Trans>
          After a change both secrets sign for 24 hours, so that you can change yours without losing anything.
        </Trans>
      </Typography>
      <Button variant="outlined" disabled={rotate.isPending} onClick={make}>
        <Trans>Make a new secret</Trans>
      </Button>
      <Dialog open={secret !== null} aria-labelledby={titleId} maxWidth="sm" fullWidth>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          <Trans>New signing secret</Trans>
        </DialogTitle>
        <DialogContent>{secret === null ? null : <SecretView secret={secret} />}</DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button variant="contained" onClick={() => setSecret(null)}>
            <Trans>I have kept it</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </Card>
  );
}
