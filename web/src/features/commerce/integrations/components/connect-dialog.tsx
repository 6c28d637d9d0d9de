import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { useControl } from "@/features/commerce/integrations/api/integrations";
import { type Kind, KindsField } from "@/features/commerce/integrations/components/kinds-field";
import { SecretView } from "@/features/commerce/integrations/components/secret-view";
import { type Settings, SettingsFields } from "@/features/commerce/integrations/components/settings-fields";
import { NotReadyDialog } from "@/features/commerce/integrations/components/not-ready-dialog";
import { leaveTo } from "@/features/commerce/integrations/leave";
import { VENDOR_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import { ApiError, messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";
import { paths } from "@/shared/config/paths";
import type { Vendor } from "@/shared/integrations/integrations";

interface ConnectDialogProps {
  vendor: Vendor;
  onClose: () => void;
}

/** Asks for the credentials of a vendor. A generated secret is shown only once. */
export function ConnectDialog({ vendor, onClose }: ConnectDialogProps) {
  const titleId = useId();
  const { title } = vendor;
  const navigate = useNavigate();
  const control = useControl();
  const words = VENDOR_TEXTS[vendor.vendor];
  const [name, setName] = useState(vendor.title);
  const [keys, setKeys] = useState<Record<string, string>>({});
  const [settings, setSettings] = useState<Settings>({});
  const [kinds, setKinds] = useState<Kind[]>([...vendor.default_kinds]);
  const [problem, setProblem] = useState<unknown>(null);
  const [made, setMade] = useState<{ connectionId: string; secret: string } | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const hasChoice = vendor.uses_oauth && vendor.takes_keys;
  const [logsIn, setLogsIn] = useState(vendor.uses_oauth);
  const fields = hasChoice && logsIn ? [] : vendor.fields;
  const problems = problem instanceof ApiError ? problem.fields : {};
  const shown = [
    ...fields.map(({ name: field }) => `credentials.${field}`),
    ...(words?.settings ?? []).map(({ name: setting }) => `settings.${setting}`),
  ];
  const isAtFields = Object.keys(problems).length > 0 && Object.keys(problems).every((it) => shown.includes(it));
  const connect = async (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem(null);
    try {
      const { connection, secret, authorization_url } = await control.mutateAsync({
        action: "connect",
        vendor: vendor.vendor,
        name: name.trim() || vendor.title,
        credentials: fields.length > 0 ? keys : {},
        settings,
        event_kinds: kinds,
      });
      if (authorization_url !== null) {
        // At once: the browser would ask whether to discard what is typed.
        flushSync(() => setLeaving(true));
        leaveTo(authorization_url, paths.connectVendor(vendor.vendor));
      }
      if (connection === null) {
        return;
      }
      if (secret === null) {
        void navigate(paths.integration(connection.connection_id));
      } else {
        setMade({ connectionId: connection.connection_id, secret });
      }
    } catch (error) {
      setProblem(error);
    }
  };
  if (!vendor.is_ready) {
    return <NotReadyDialog vendor={vendor} onClose={onClose} />;
  }
  return (
    <FormDialog
      asks={made === null && !isLeaving}
      onClose={control.isPending || made !== null ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {made === null ? t`Connect ${title}` : t`${title} is connected`}
      </DialogTitle>
      {made === null ? (
        <form noValidate onSubmit={(event) => void connect(event)}>
          <DialogContent>
            <Stack spacing={2.5}>
              {words ? (
                <Typography color="textSecondary">
                  <Trans>Goes there: {t(words.sends)}</Trans>
                </Typography>
              ) : null}
              {words?.takes ? (
                <Typography color="textSecondary">
                  <Trans>Comes in: {t(words.takes)}</Trans>
                </Typography>
              ) : null}
              {problem === null || isAtFields ? null : <Alert severity="error">{messageOf(problem)}</Alert>}
              <TextField
                label={t`Name`}
                value={name}
                onChange={({ target }) => setName(target.value)}
                slotProps={{ htmlInput: { maxLength: 80 } }}
              />
              {hasChoice ? (
                <FormControl>
                  <FormLabel id={`${titleId}-way`}>
                    <Trans>How to connect</Trans>
                  </FormLabel>
                  <RadioGroup
                    aria-labelledby={`${titleId}-way`}
                    value={logsIn ? "login" : "key"}
                    onChange={(_, way) => setLogsIn(way === "login")}
                  >
                    <FormControlLabel value="login" control={<Radio />} label={t`Log in at ${title}`} />
                    <FormControlLabel value="key" control={<Radio />} label={t`Use a key`} />
                  </RadioGroup>
                </FormControl>
              ) : null}
              {fields.map((field) => {
                const text = words?.fields[field.name];
                const refused = problems[`credentials.${field.name}`];
                return (
                  <TextField
                    key={field.name}
                    label={text ? t(text.label) : field.name}
                    type={field.is_secret && !field.is_file ? "password" : "text"}
                    multiline={field.is_file}
                    maxRows={4}
                    required={field.is_required}
                    value={keys[field.name] ?? ""}
                    error={refused !== undefined}
                    helperText={refused === undefined ? (text?.help ? t(text.help) : null) : t`It ${refused}`}
                    onChange={({ target }) => setKeys({ ...keys, [field.name]: target.value })}
                    slotProps={{ htmlInput: { autoComplete: "off", spellCheck: false } }}
                  />
                );
              })}
              <SettingsFields vendor={vendor.vendor} value={settings} problems={problems} onChange={setSettings} />
              {vendor.event_kinds.length > 0 ? <KindsField vendor={vendor} value={kinds} onChange={setKinds} /> : null}
              {logsIn ? (
                <Typography variant="body2" color="textSecondary">
                  {t`You are taken to ${title} to agree, and come back here.`}
                </Typography>
              ) : null}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button color="inherit" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" variant="contained" disabled={control.isPending || isLeaving}>
              {logsIn ? t`Go to ${title}` : t`Connect`}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <>
          <DialogContent>
            <SecretView secret={made.secret} />
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2.5 }}>
            <Button variant="contained" onClick={() => void navigate(paths.integration(made.connectionId))}>
              <Trans>I have kept it</Trans>
            </Button>
          </DialogActions>
        </>
      )}
    </FormDialog>
  );
}
