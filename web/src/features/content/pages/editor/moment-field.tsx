import { ParsedField } from "@/shared/components/parsed-field";
import { LAST_MOMENT, momentOf, wallClock } from "@/shared/format/zoned";
import { useOrganizationData } from "@/shared/organization/organization";

interface MomentFieldProps {
  label: string;
  error: boolean;
  helperText?: string | undefined;
  /** ISO 8601, or empty. */
  value: string;
  onChange: (value: string | null) => void;
}

/** A date and time in the time zone of the organisation. */
export function MomentField({ value, onChange, ...shared }: MomentFieldProps) {
  const zone = useOrganizationData().data?.time_zone;
  const isShown = zone !== undefined && !Number.isNaN(Date.parse(value));
  return (
    <ParsedField
      {...shared}
      type="datetime-local"
      disabled={zone === undefined}
      value={isShown ? wallClock(value, zone) : ""}
      onChange={(text) => onChange(text && zone !== undefined ? momentOf(text, zone) : null)}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
    />
  );
}
