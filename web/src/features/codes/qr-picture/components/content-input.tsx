import { t } from "@lingui/core/macro";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import type { ContentField } from "@/features/codes/qr-picture/static-contents";
import { ParsedField } from "@/shared/components/parsed-field";

interface ContentInputProps {
  field: ContentField;
  value: string | boolean | undefined;
  problem: string | undefined;
  onChange: (value: string | boolean) => void;
}

const NATIVE: Partial<Record<NonNullable<ContentField["kind"]>, string>> = {
  url: "url",
  email: "email",
  tel: "tel",
};

/** One input of a static code's content. */
export function ContentInput({ field, value, problem, onChange }: ContentInputProps) {
  const helperText = problem ?? (field.help && t(field.help));
  if (field.kind === "switch") {
    return (
      <FormControlLabel
        control={<Switch checked={value === true} onChange={(_, isOn) => onChange(isOn)} />}
        label={t(field.label)}
      />
    );
  }
  if (field.kind === "date" || field.kind === "moment") {
    return (
      <ParsedField
        type={field.kind === "date" ? "date" : "datetime-local"}
        label={t(field.label)}
        required={field.needed ?? false}
        value={typeof value === "string" ? value : ""}
        onChange={onChange}
        error={problem !== undefined}
        helperText={helperText}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    );
  }
  return (
    <TextField
      label={t(field.label)}
      required={field.needed}
      value={typeof value === "string" ? value : (field.options?.[0]?.value ?? "")}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== undefined}
      helperText={helperText}
      placeholder={field.placeholder}
      select={field.kind === "choice"}
      multiline={field.kind === "lines"}
      minRows={field.kind === "lines" ? 2 : undefined}
      type={NATIVE[field.kind ?? "line"] ?? "text"}
      autoComplete="off"
      slotProps={{
        htmlInput: field.kind === "number" ? { inputMode: "decimal" } : undefined,
      }}
    >
      {field.options?.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {t(option.label)}
        </MenuItem>
      ))}
    </TextField>
  );
}
