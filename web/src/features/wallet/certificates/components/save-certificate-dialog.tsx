import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useId, useState } from "react";
import { useSaveCertificate } from "@/features/wallet/certificates/api/certificates";
import { base64Of } from "@/features/wallet/certificates/base64";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

/** Uploads a pass certificate with its key and the certificate of its issuer. */
export function SaveCertificateDialog({ onClose }: { onClose: () => void }) {
  const saving = useSaveCertificate();
  const toasts = useToasts();
  const [certificate, setCertificate] = useState<File | null>(null);
  const [issuer, setIssuer] = useState<File | null>(null);
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const fields = saving.error instanceof ApiError ? saving.error.fields : {};
  const isNamed = Object.keys(fields).length > 0;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (certificate === null || issuer === null || saving.isPending) {
      return;
    }
    const body = {
      certificate: await base64Of(certificate),
      issuer: await base64Of(issuer),
      password: password === "" ? null : password,
    };
    handleResult(saving.mutateAsync(body), {
      onSuccess: (saved) => {
        toasts.success(t`New passes are signed as ${saved.passTypeIdentifier}`);
        onClose();
      },
    });
  };
  return (
    <FormDialog onClose={onClose} aria-labelledby="certificate-title" maxWidth="sm" fullWidth>
      <form onSubmit={(event) => void submit(event)} noValidate style={{ display: "contents" }}>
        <DialogTitle id="certificate-title" sx={{ typography: "h5" }}>
          <Trans>Upload certificate</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            {saving.error && !isNamed ? <Alert severity="error">{messageOf(saving.error)}</Alert> : null}
            <FileField
              label={t`Pass Type ID certificate`}
              hint={t`The .p12 file from Keychain, or a PEM file with certificate and key`}
              accept=".p12,.pfx,.pem,.crt,.cer"
              file={certificate}
              problem={isTried && certificate === null ? t`Choose a file` : fields.certificate}
              onChange={setCertificate}
            />
            <TextField
              label={t`File password`}
              type="password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              error={fields.password !== undefined}
              helperText={fields.password ?? t`Used once to open the file, and not kept`}
              slotProps={{ htmlInput: { maxLength: 200, autoComplete: "off" } }}
            />
            <FileField
              label={t`Apple’s intermediate certificate`}
              hint={t`“Worldwide Developer Relations – G4” from apple.com/certificateauthority`}
              accept=".cer,.pem,.crt,.der"
              file={issuer}
              problem={isTried && issuer === null ? t`Choose a file` : fields.issuer}
              onChange={setIssuer}
            />
            <Typography variant="body2" color="textSecondary">
              <Trans>
                The key is stored encrypted and never shown again. A certificate of the same pass type replaces the
                earlier one; passes on phones stay as they are.
              </Trans>
            </Typography>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={saving.isPending}>
            <Trans>Save certificate</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}

interface FileFieldProps {
  label: string;
  hint: string;
  accept: string;
  file: File | null;
  problem: string | undefined;
  onChange: (file: File | null) => void;
}

function FileField({ label, hint, accept, file, problem, onChange }: FileFieldProps) {
  const id = useId();
  return (
    <Box>
      <Typography component="label" htmlFor={id} variant="subtitle2" sx={{ display: "block", mb: 0.5 }}>
        {label}
      </Typography>
      <Box
        component="input"
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => onChange(target.files?.[0] ?? file)}
        sx={{ maxWidth: "100%", font: "inherit", color: "text.primary" }}
      />
      <FormHelperText id={`${id}-hint`} error={problem !== undefined}>
        {problem ?? hint}
      </FormHelperText>
    </Box>
  );
}
