import { t } from "@lingui/core/macro";
import { wallSource } from "@/features/content/pages/api/walls";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface WallFieldProps {
  label: string;
  /** The wall's ID, or empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (wallId: string) => void;
}

/** Chooses one of the organisation's walls by name. */
export function WallField({ value, onChange, ...props }: WallFieldProps) {
  return (
    <SearchPicker
      {...props}
      source={wallSource}
      value={value || null}
      onChange={(id) => onChange(id ?? "")}
      deleted={t`Deleted wall`}
      gone={t`The selected wall no longer exists. Choose another one.`}
      failed={t`Your walls couldn’t be loaded.`}
      none={t`No wall has this name.`}
      empty={t`No walls yet. Create one under Walls, then choose it here.`}
    />
  );
}
