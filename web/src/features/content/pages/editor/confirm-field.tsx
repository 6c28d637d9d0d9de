import { t } from "@lingui/core/macro";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Field } from "@/blocks/types";
import { fieldOptionsQuery } from "@/features/content/pages/api/field-options";

/** Whether a question is for a phone number. A text field named phone is one too. */
export function isPhone({ input_type, name }: Field): boolean {
  return input_type === "phone" || (input_type === "text" && name === "phone");
}

interface ConfirmFieldProps {
  field: Field;
  onChange: (part: Partial<Field>) => void;
}

/** Whether a phone number requires a passcode, if text messages can be sent. */
export function ConfirmField({ field, onChange }: ConfirmFieldProps) {
  const helpId = useId();
  const canConfirm = useQuery(fieldOptionsQuery).data?.can_confirm;
  const isOn = Boolean(field.confirm);
  return (
    <FormControl>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            disabled={!isOn && canConfirm !== true}
            onChange={(_, confirm) => onChange({ confirm })}
            slotProps={{ input: { "aria-describedby": helpId } }}
          />
        }
        label={t`Verify by text message`}
        sx={{ ml: 0 }}
      />
      <FormHelperText id={helpId} sx={{ mt: 0, mb: 1 }}>
        {canConfirm === false
          ? t`Not available, because no text message provider is set up.`
          : t`We send a code to the number. The form is accepted only with that code.`}
      </FormHelperText>
    </FormControl>
  );
}
