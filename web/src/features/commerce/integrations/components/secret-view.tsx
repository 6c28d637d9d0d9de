import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { CopyButton } from "@/shared/components/copy-button";

/** A signing secret, which is shown only once. */
export function SecretView({ secret }: { secret: string }) {
  return (
    <Stack spacing={2}>
      <Typography>
        <Trans>With this secret your endpoint checks that a webhook is ours. It is shown only now.</Trans>
      </Typography>
      <TextField
        label={t`Signing secret`}
        value={secret}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: "monospace" } } }}
      />
      <CopyButton text={secret} label={t`Copy secret`} />
    </Stack>
  );
}
