import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import { useId } from "react";
import type { ConsentChannel, Field } from "@/blocks/types";

/** The channels for which visitors can consent to news and offers. */
export const CONSENT_CHANNELS: Record<ConsentChannel, MessageDescriptor> = {
  email: msg`Email`,
  sms: msg`Text message`,
  whatsapp: msg`WhatsApp`,
  web_push: msg`Browser notifications`,
  wallet_push: msg`Wallet notifications`,
};

interface ConsentFieldProps {
  field: Field;
  onChange: (part: Partial<Field>) => void;
}

/** Whether ticking a checkbox is a consent to news and offers, and through which channels. */
export function ConsentField({ field, onChange }: ConsentFieldProps) {
  const helpId = useId();
  const chosen = field.consent_channels ?? [];
  const set = (channel: ConsentChannel, isOn: boolean) => {
    const next = isOn ? [...chosen, channel] : chosen.filter((one) => one !== channel);
    onChange({ consent_channels: next.length > 0 ? next : null });
  };
  return (
    <FormControl component="fieldset" aria-describedby={helpId}>
      <FormLabel component="legend">{t`Consent to news and offers by`}</FormLabel>
      <FormGroup>
        {(Object.keys(CONSENT_CHANNELS) as ConsentChannel[]).map((channel) => (
          <FormControlLabel
            key={channel}
            control={
              <Checkbox size="small" checked={chosen.includes(channel)} onChange={(_, isOn) => set(channel, isOn)} />
            }
            label={t(CONSENT_CHANNELS[channel])}
          />
        ))}
      </FormGroup>
      <FormHelperText id={helpId} sx={{ mt: 0, mb: 1 }}>
        {t`When a visitor ticks the box, the question is recorded as the text they agreed to. Their consent counts once they have confirmed the address by email, or the number through a verified phone question.`}
      </FormHelperText>
    </FormControl>
  );
}
