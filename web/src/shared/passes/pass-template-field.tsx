import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type NamedTemplate, passTemplateNamesQuery } from "@/shared/passes/pass-templates";

interface PassTemplateFieldProps {
  label: string;
  /** The template's id; empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (templateId: string) => void;
}

/** Chooses one of the organisation's pass templates by name. */
export function PassTemplateField({ label, value, error, helperText, onChange }: PassTemplateFieldProps) {
  const templates = useQuery(passTemplateNamesQuery);
  const items = templates.data ?? [];
  const chosen = items.find((it) => it.id === value) ?? null;
  const isMissing = value !== "" && templates.isSuccess && chosen === null;
  const isDraft = chosen !== null && !chosen.isPublished;
  const problem = templates.isError
    ? t`Your pass templates couldn’t be loaded.`
    : isMissing
      ? t`The selected template no longer exists, so no passes are given.`
      : isDraft
        ? t`This template isn’t published yet, so no passes are given.`
        : templates.isSuccess && items.length === 0
          ? t`No pass templates yet. Create one under Passes, then choose it here.`
          : undefined;
  return (
    <Autocomplete<NamedTemplate>
      options={items}
      value={chosen}
      loading={templates.isPending}
      onChange={(_, template) => onChange(template?.id ?? "")}
      getOptionLabel={(template) => template.name}
      getOptionKey={(template) => template.id}
      isOptionEqualToValue={(template, other) => template.id === other.id}
      noOptionsText={templates.isError ? t`Your pass templates couldn’t be loaded.` : t`No template has this name.`}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          error={error || templates.isError || isMissing || isDraft}
          helperText={problem ?? helperText}
        />
      )}
    />
  );
}
