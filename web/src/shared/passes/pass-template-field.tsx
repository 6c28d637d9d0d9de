import { t } from "@lingui/core/macro";
import { passTemplateSource } from "@/shared/passes/pass-template-source";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface PassTemplateFieldProps {
  label: string;
  /** The template's id; empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (templateId: string) => void;
}

/** Chooses one of the organisation's pass templates by name. */
export function PassTemplateField({ value, onChange, ...props }: PassTemplateFieldProps) {
  return (
    <SearchPicker
      {...props}
      source={passTemplateSource}
      value={value || null}
      onChange={(id) => onChange(id ?? "")}
      deleted={t`Deleted template`}
      gone={t`The selected template no longer exists, so no passes are given.`}
      failed={t`Your pass templates couldn’t be loaded.`}
      none={t`No template has this name.`}
      empty={t`No pass templates yet. Create one under Passes, then choose it here.`}
      problemOf={({ isPublished }) =>
        isPublished ? undefined : t`This template isn’t published yet, so no passes are given.`
      }
    />
  );
}
