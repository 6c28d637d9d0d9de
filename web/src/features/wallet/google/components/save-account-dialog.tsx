import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormHelperText from "@mui/material/FormHelperText";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ChangeEvent, type SyntheticEvent, useState } from "react";
import { useCheckAccount, useSaveAccount } from "@/features/wallet/google/api/account";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FormDialog } from "@/shared/components/form-dialog";
import { useToasts } from "@/shared/components/toasts";

interface Problems {
  readonly file?: string;
  readonly issuer?: string;
}

/** Accepts the JSON key file of a service account and the issuer ID. */
export function SaveAccountDialog({
  open,
  issuerId,
  onClose,
}: {
  open: boolean;
  issuerId: string;
  onClose: () => void;
}) {
  return (
    <FormDialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="save-account">
      {open ? <Form issuerId={issuerId} onClose={onClose} /> : null}
    </FormDialog>
  );
}

function Form({ issuerId, onClose }: { issuerId: string; onClose: () => void }) {
  const save = useSaveAccount();
  const check = useCheckAccount();
  const toasts = useToasts();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [issuer, setIssuer] = useState(issuerId);
  const [problems, setProblems] = useState<Problems>({});
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    if (chosen !== undefined) {
      setFile({ name: chosen.name, text: await chosen.text() });
      setProblems(({ issuer: kept }) => (kept === undefined ? {} : { issuer: kept }));
    }
  };
  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    const missing = problemsOf(file?.text ?? "", issuer);
    setProblems(missing);
    if (file === null || Object.keys(missing).length > 0) {
      return;
    }
    try {
      await save.mutateAsync({ service_account: file.text, issuer_id: issuer.trim() });
    } catch (error) {
      setProblems(problemsOfAnswer(error));
      return;
    }
    onClose();
    handleResult(check.mutateAsync(), {
      onSuccess: ({ works, message }) => (works ? toasts.success(message) : toasts.error(message)),
      onError: toasts.error,
    });
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => void send(event)}>
      <DialogTitle id="save-account">
        <Trans>Service account for Google Wallet</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2.5}>
          <Typography variant="body2" color="text.secondary">
            <Trans>
              Create a service account in Google Cloud, add a JSON key, and invite the account as a user of your issuer
              in the Google Pay &amp; Wallet Console.
            </Trans>
          </Typography>
          <Box>
            <Button component="label" variant="outlined" startIcon={<UploadIcon />}>
              <Trans>Choose JSON key file</Trans>
              <Box
                component="input"
                type="file"
                accept=".json,application/json"
                aria-describedby="account-file"
                onChange={(event: ChangeEvent<HTMLInputElement>) => void choose(event)}
                sx={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}
              />
            </Button>
            <FormHelperText id="account-file" error={problems.file !== undefined} role="status">
              {problems.file ?? file?.name ?? t`Stored encrypted and never shown again`}
            </FormHelperText>
          </Box>
          <TextField
            label={t`Issuer ID`}
            value={issuer}
            onChange={({ target }) => setIssuer(target.value)}
            error={problems.issuer !== undefined}
            helperText={problems.issuer ?? t`The number at the top of the Google Pay & Wallet Console`}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 25, autoComplete: "off" } }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="contained" disabled={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </Box>
  );
}

function problemsOf(file: string, issuer: string): Problems {
  return {
    ...(file === "" ? { file: t`Choose the key file` } : {}),
    ...(/^[0-9]{5,25}$/.test(issuer.trim()) ? {} : { issuer: t`Enter the issuer ID, digits only` }),
  };
}

function problemsOfAnswer(error: unknown): Problems {
  const fields = error instanceof ApiError ? error.fields : {};
  const issuer = fields["issuer_id"];
  return issuer === undefined ? { file: fields["service_account"] ?? messageOf(error) } : { issuer };
}
