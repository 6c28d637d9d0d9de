import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Grid from "@mui/material/Grid";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Kind } from "@/features/commerce/integrations/components/kinds-field";
import type { Settings } from "@/features/commerce/integrations/components/settings-fields";
import { KIND_TEXTS, PROFILE_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import type { Vendor } from "@/shared/integrations/integrations";

interface MappingFieldsProps {
  vendor: Vendor;
  kinds: readonly Kind[];
  value: Settings;
  problems: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange: (value: Settings) => void;
}

const namesOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Record<string, string>;

/** The names of customer fields and events at the vendor. */
export function MappingFields({ vendor, kinds, value, problems, disabled, onChange }: MappingFieldsProps) {
  const fields = namesOf(value.profile_fields);
  const events = namesOf(value.event_names);
  const cell = (part: string, name: string, label: string, names: Record<string, string>) => {
    const problem = problems[`settings.${part}.${name}`];
    return (
      <Grid key={`${part}.${name}`} size={{ xs: 12, sm: 6, md: 4 }}>
        <TextField
          fullWidth
          size="small"
          label={label}
          value={names[name] ?? ""}
          disabled={disabled}
          error={problem !== undefined}
          helperText={problem === undefined ? null : t`It ${problem}`}
          onChange={({ target }) => onChange({ ...value, [part]: { ...names, [name]: target.value } })}
          slotProps={{ htmlInput: { maxLength: 40, autoCapitalize: "none", spellCheck: false } }}
        />
      </Grid>
    );
  };
  return (
    <>
      {vendor.profile_fields.length > 0 ? (
        <section>
          <Typography component="h3" variant="subtitle1">
            <Trans>Fields of customers</Trans>
          </Typography>
          <Typography color="textSecondary" variant="body2" sx={{ mb: 2 }}>
            <Trans>
              What each field is called there. Letters, digits, spaces and . - _ $ are taken; a field without a name
              goes as usual, or not at all.
            </Trans>
          </Typography>
          <Grid container spacing={2}>
            {vendor.profile_fields.map((name) => {
              const text = PROFILE_TEXTS[name];
              return cell("profile_fields", name, text ? t(text) : name, fields);
            })}
          </Grid>
        </section>
      ) : null}
      {vendor.names_events && kinds.length > 0 ? (
        <section>
          <Typography component="h3" variant="subtitle1">
            <Trans>Names of events</Trans>
          </Typography>
          <Typography color="textSecondary" variant="body2" sx={{ mb: 2 }}>
            <Trans>Leave empty to call them as usual; the preview shows how.</Trans>
          </Typography>
          <Grid container spacing={2}>
            {kinds.map((kind) => {
              const text = KIND_TEXTS[kind];
              return cell("event_names", kind, text ? t(text) : kind, events);
            })}
          </Grid>
        </section>
      ) : null}
    </>
  );
}
