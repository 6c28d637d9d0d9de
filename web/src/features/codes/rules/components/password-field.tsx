import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";

/** The change of a code's password. */
export type PasswordChange = { kind: "keep" } | { kind: "remove" } | { kind: "set"; text: string };

interface PasswordFieldProps {
  hasPassword: boolean;
  value: PasswordChange;
  problem: string | undefined;
  onChange: (change: PasswordChange) => void;
}

/** A password that can be set, replaced or removed, but never read. */
export function PasswordField({ hasPassword, value, problem, onChange }: PasswordFieldProps) {
  const keepPassword = () => onChange({ kind: "keep" });
  if (value.kind === "set") {
    return (
      <Stack direction="row" sx={{ gap: 1.5, alignItems: "flex-start" }}>
        <TextField
          fullWidth
          autoFocus
          label={t`New password`}
          value={value.text}
          onChange={(event) => onChange({ kind: "set", text: event.target.value })}
          error={problem !== undefined}
          helperText={problem ?? t`At least 4 characters. It is stored securely and can’t be shown again.`}
          slotProps={{ htmlInput: { maxLength: 200, autoComplete: "off", autoCapitalize: "none", spellCheck: false } }}
        />
        <Button sx={{ flexShrink: 0 }} onClick={keepPassword}>
          <Trans>Cancel</Trans>
        </Button>
      </Stack>
    );
  }
  if (value.kind === "remove") {
    return (
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
        <Typography>
          <Trans>The password will be removed.</Trans>
        </Typography>
        <Button size="small" onClick={keepPassword}>
          <Trans>Undo</Trans>
        </Button>
      </Stack>
    );
  }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1.5, alignItems: "center", flexWrap: "wrap" }}>
      <Typography>{hasPassword ? t`A password is set.` : t`No password.`}</Typography>
      <Button size="small" onClick={() => onChange({ kind: "set", text: "" })}>
        {hasPassword ? t`Change password` : t`Set password`}
      </Button>
      {hasPassword ? (
        <Button size="small" color="error" onClick={() => onChange({ kind: "remove" })}>
          <Trans>Remove password</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
