import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";

interface Props {
  /** Segments per second. */
  value: number;
  /** Names the sender with this rate, for the accessible label. */
  of: string;
  busy: boolean;
  onSave: (perSecond: number) => void;
}

/** The number of segments sent per second. A button appears when it has been changed. */
export function RateField({ value, of, busy, onSave }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(value);
  const wanted = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  const isGood = wanted >= 1 && wanted <= 1000;
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isGood && !busy) {
      onSave(wanted);
      setTyped(null);
    }
  };
  return (
    <Stack component="form" direction="row" spacing={1} onSubmit={save} noValidate sx={{ alignItems: "flex-start" }}>
      <TextField
        size="small"
        label={t`Segments a second`}
        value={text}
        onChange={({ target }) => setTyped(target.value)}
        error={!isGood}
        helperText={isGood ? undefined : t`From 1 to 1,000`}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 4, "aria-label": t`Segments a second: ${of}` } }}
        sx={{ width: 160 }}
      />
      {isGood && wanted !== value ? (
        <Button type="submit" disabled={busy} aria-label={t`Save rate: ${of}`} sx={{ mt: 0.25 }}>
          <Trans>Save rate</Trans>
        </Button>
      ) : null}
    </Stack>
  );
}
