import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { ListField } from "@/features/commerce/integrations/components/list-field";
import { VENDOR_TEXTS } from "@/features/commerce/integrations/vendor-texts";

export type Settings = Record<string, unknown>;

interface SettingsFieldsProps {
  vendor: string;
  value: Settings;
  problems: Readonly<Record<string, string>>;
  disabled?: boolean;
  /** Whether the account's data can be fetched. */
  isConnected?: boolean;
  onChange: (value: Settings) => void;
}

/** The settings of a vendor, each with its own error. */
export function SettingsFields({
  vendor,
  value,
  problems,
  disabled = false,
  isConnected = false,
  onChange,
}: SettingsFieldsProps) {
  return VENDOR_TEXTS[vendor]?.settings.map(({ name, kind, label, help, startsOn = false }) => {
    const problem = problems[`settings.${name}`];
    if (kind === "switch") {
      return (
        <div key={name}>
          <FormControlLabel
            label={t(label)}
            control={
              <Switch
                checked={(value[name] ?? startsOn) === true}
                disabled={disabled}
                onChange={({ target }) => onChange({ ...value, [name]: target.checked })}
              />
            }
          />
          <FormHelperText>{help ? t(help) : null}</FormHelperText>
        </div>
      );
    }
    const typed = value[name];
    if (kind === "list") {
      return isConnected ? (
        <ListField
          key={name}
          label={t(label)}
          help={help ? t(help) : null}
          value={typeof typed === "string" ? typed : ""}
          disabled={disabled}
          onChange={(chosen) => onChange({ ...value, [name]: chosen })}
        />
      ) : null;
    }
    return (
      <TextField
        key={name}
        label={t(label)}
        value={typeof typed === "string" ? typed : ""}
        disabled={disabled}
        error={problem !== undefined}
        helperText={problem === undefined ? (help ? t(help) : null) : t`It ${problem}`}
        onChange={({ target }) => onChange({ ...value, [name]: target.value })}
        slotProps={{ htmlInput: { maxLength: 2000, autoCapitalize: "none", spellCheck: false } }}
      />
    );
  });
}
