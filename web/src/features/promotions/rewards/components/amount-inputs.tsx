import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { Unit } from "@/features/promotions/rewards/api/rewards";

interface InputProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice between stamps and points. */
export function UnitChoice({ value, onChange }: InputProps<Unit>) {
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      aria-label={t`Unit`}
      value={value}
      onChange={(_, chosen: Unit | null) => onChange(chosen ?? value)}
    >
      <ToggleButton value="stamps">
        <Trans>Stamps</Trans>
      </ToggleButton>
      <ToggleButton value="points">
        <Trans>Points</Trans>
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

/** The number to give, as typed. */
export function AmountField({ value, onChange }: InputProps<string>) {
  return (
    <TextField
      fullWidth
      label={t`Amount`}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 7 } }}
    />
  );
}
