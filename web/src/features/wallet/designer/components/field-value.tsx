import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { PlaceholderField } from "@/features/wallet/designer/components/placeholder-field";
import { hasPlaceholder } from "@/features/wallet/designer/placeholders";
import { ParsedField } from "@/shared/components/parsed-field";
import { instantOf, LAST_MOMENT, wallClock } from "@/shared/format/zoned";
import type { PassField } from "@/shared/wallet/pass-content";

const DATES: readonly PassField["format"][] = ["date", "time", "date_time"];

interface FieldValueProps {
  field: PassField;
  zone: string;
  onChange: (value: string) => void;
}

/** The value of a field, depending on its format: a date from a calendar, or a text with placeholders. */
export function FieldValue({ field, zone, onChange }: FieldValueProps) {
  const isMoment = DATES.includes(field.format);
  if (!isMoment) {
    return (
      <PlaceholderField
        label={t`Value`}
        value={field.value}
        onChange={onChange}
        maxLength={2000}
        multiline={field.zone === "back"}
      />
    );
  }
  if (hasPlaceholder(field.value)) {
    return (
      <Stack sx={{ gap: 1 }}>
        <PlaceholderField
          label={t`Value`}
          value={field.value}
          onChange={onChange}
          helperText={t`A date and time with its time zone, such as 2027-12-31T18:00:00Z`}
        />
        <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={() => onChange("")}>
          {t`Choose a date instead`}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack sx={{ gap: 1 }}>
      <ParsedField
        type="datetime-local"
        label={t`Value`}
        value={wallOf(field.value, zone)}
        onChange={(wall) => onChange(wall === "" ? "" : instantOf(wall, zone))}
        helperText={zone}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: LAST_MOMENT } }}
      />
      <Button size="small" sx={{ alignSelf: "flex-start" }} onClick={() => onChange("{{row.date}}")}>
        {t`Use a column of the imported row`}
      </Button>
    </Stack>
  );
}

/** Returns a moment in the organisation's time zone, or an empty text if it is invalid. */
export function wallOf(iso: string | null | undefined, zone: string): string {
  return iso && !Number.isNaN(Date.parse(iso)) ? wallClock(iso, zone) : "";
}
