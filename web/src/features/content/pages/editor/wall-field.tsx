import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type NamedWall, wallNamesQuery } from "@/features/content/pages/api/walls";

interface WallFieldProps {
  label: string;
  /** The wall's id; empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (wallId: string) => void;
}

/** Chooses one of the organisation's walls by name. */
export function WallField({ label, value, error, helperText, onChange }: WallFieldProps) {
  const walls = useQuery(wallNamesQuery);
  const known = walls.data ?? [];
  const isGone = value !== "" && walls.isSuccess && known.every((wall) => wall.id !== value);
  const said = walls.isError
    ? "Your walls could not be loaded."
    : isGone
      ? "The wall chosen before is not there any more."
      : walls.isSuccess && known.length === 0
        ? "You have no wall yet. Make one under Walls, then choose it here."
        : undefined;
  return (
    <Autocomplete<NamedWall>
      options={known}
      value={known.find((wall) => wall.id === value) ?? null}
      loading={walls.isPending}
      onChange={(_, wall) => onChange(wall?.id ?? "")}
      getOptionLabel={(wall) => wall.name}
      getOptionKey={(wall) => wall.id}
      isOptionEqualToValue={(wall, other) => wall.id === other.id}
      noOptionsText={walls.isError ? "Your walls could not be loaded." : "No wall has this name."}
      renderInput={(props) => (
        <TextField {...props} label={label} error={error || walls.isError || isGone} helperText={said ?? helperText} />
      )}
    />
  );
}
