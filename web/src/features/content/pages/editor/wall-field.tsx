import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type NamedWall, wallNamesQuery } from "@/features/content/pages/api/walls";

interface WallFieldProps {
  label: string;
  /** The wall's ID, or empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (wallId: string) => void;
}

/** Chooses one of the organisation's walls by name. */
export function WallField({ label, value, error, helperText, onChange }: WallFieldProps) {
  const walls = useQuery(wallNamesQuery);
  const items = walls.data ?? [];
  const isMissing = value !== "" && walls.isSuccess && items.every((wall) => wall.id !== value);
  const problem = walls.isError
    ? t`Your walls couldn’t be loaded.`
    : isMissing
      ? t`The selected wall no longer exists. Choose another one.`
      : walls.isSuccess && items.length === 0
        ? t`No walls yet. Create one under Walls, then choose it here.`
        : undefined;
  return (
    <Autocomplete<NamedWall>
      options={items}
      value={items.find((wall) => wall.id === value) ?? null}
      loading={walls.isPending}
      onChange={(_, wall) => onChange(wall?.id ?? "")}
      getOptionLabel={(wall) => wall.name}
      getOptionKey={(wall) => wall.id}
      isOptionEqualToValue={(wall, other) => wall.id === other.id}
      noOptionsText={walls.isError ? t`Your walls couldn’t be loaded.` : t`No wall has this name.`}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          error={error || walls.isError || isMissing}
          helperText={problem ?? helperText}
        />
      )}
    />
  );
}
