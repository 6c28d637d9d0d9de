import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormGroup from "@mui/material/FormGroup";
import FormLabel from "@mui/material/FormLabel";
import { KIND_TEXTS } from "@/features/commerce/integrations/vendor-texts";
import type { Vendor } from "@/shared/integrations/integrations";

export type Kind = Vendor["event_kinds"][number];

interface KindsFieldProps {
  vendor: Vendor;
  value: readonly Kind[];
  disabled?: boolean;
  onChange: (kinds: Kind[]) => void;
}

/** The events to send. */
export function KindsField({ vendor, value, disabled, onChange }: KindsFieldProps) {
  if (vendor.event_kinds.length === 0) {
    return null;
  }
  return (
    <FormControl component="fieldset" disabled={disabled ?? false}>
      <FormLabel component="legend">
        <Trans>Events to send</Trans>
      </FormLabel>
      <FormGroup sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(11rem, 1fr))" }}>
        {vendor.event_kinds.map((kind) => (
          <FormControlLabel
            key={kind}
            label={KIND_TEXTS[kind] ? t(KIND_TEXTS[kind]) : kind}
            control={
              <Checkbox
                checked={value.includes(kind)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...value, kind] : value.filter((it) => it !== kind))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormControl>
  );
}
