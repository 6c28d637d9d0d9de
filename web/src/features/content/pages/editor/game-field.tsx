import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { gameNamesQuery } from "@/features/content/pages/api/games";

interface GameFieldProps {
  label: string;
  /** The game's ID, or empty for none. */
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (gameId: string) => void;
}

/** Chooses one of the organisation's games by name. */
export function GameField({ label, value, error, helperText, onChange }: GameFieldProps) {
  const games = useQuery(gameNamesQuery);
  const items = games.data ?? [];
  const chosen = items.find(({ id }) => id === value);
  const isMissing = value !== "" && games.isSuccess && chosen === undefined;
  const problem = games.isError
    ? t`Your games couldn’t be loaded.`
    : isMissing
      ? t`The selected game no longer exists or is archived. Choose another one.`
      : games.isSuccess && items.length === 0
        ? t`No games yet. Create one under Games, then choose it here.`
        : chosen?.isDraft
          ? t`Not published yet. Until it is, visitors don’t see a game here.`
          : undefined;
  return (
    <Autocomplete
      options={items}
      value={chosen ?? null}
      loading={games.isPending}
      onChange={(_, game) => onChange(game?.id ?? "")}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(game, other) => game.id === other.id}
      noOptionsText={t`No game has this name.`}
      renderInput={(props) => (
        <TextField
          {...props}
          label={label}
          error={error || games.isError || isMissing}
          helperText={problem ?? helperText}
        />
      )}
    />
  );
}
