import { t } from "@lingui/core/macro";
import { codeSource } from "@/shared/codes/code-source";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface CodePickerProps {
  label: string;
  /** The code's id, or null for none. */
  value: string | null;
  onChange: (codeId: string | null) => void;
  helperText?: string | undefined;
  error?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  /** A code that is not offered. */
  without?: string | undefined;
}

/** Chooses one of the organisation's codes by name. */
export function CodePicker(props: CodePickerProps) {
  return (
    <SearchPicker
      {...props}
      source={codeSource}
      deleted={t`Deleted code`}
      failed={t`Your codes couldn’t be loaded.`}
      none={t`No code has this name.`}
    />
  );
}
