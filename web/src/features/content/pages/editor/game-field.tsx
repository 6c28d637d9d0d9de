import { t } from "@lingui/core/macro";
import { gameSource } from "@/shared/promotions/games";
import { SearchPicker } from "@/shared/search-picker/search-picker";

interface GameFieldProps {
  label: string;
  /** The game's ID, or empty for none. */
  value: string;
  error: boolean;
  helperText?: string | undefined;
  onChange: (gameId: string) => void;
}

/** Chooses one of the organisation's games by name. */
export function GameField({ value, onChange, ...props }: GameFieldProps) {
  return (
    <SearchPicker
      {...props}
      source={gameSource}
      value={value || null}
      onChange={(gameId) => onChange(gameId ?? "")}
      deleted={t`Deleted game`}
      gone={t`The selected game no longer exists or is archived. Choose another one.`}
      failed={t`Your games couldn’t be loaded.`}
      none={t`No game has this name.`}
      empty={t`No games yet. Create one under Games, then choose it here.`}
      problemOf={({ isDraft }) =>
        isDraft ? t`Not published yet. Until it is, visitors don’t see a game here.` : undefined
      }
    />
  );
}
