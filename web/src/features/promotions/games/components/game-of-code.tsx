import { t } from "@lingui/core/macro";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { gameOfCodeQuery } from "@/features/promotions/games/api/games";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** Redirects to the game of a code, or to the choice of a new one. */
export function GameOfCode({ codeId }: { codeId: string }) {
  const game = useQuery(gameOfCodeQuery(codeId));
  if (game.isSuccess) {
    return <Navigate replace to={game.data === null ? paths.newGame(codeId) : paths.game(game.data.game_id)} />;
  }
  return (
    <>
      <PageHeader title={t`Game`} />
      {game.isError ? (
        <Card>
          <ErrorState error={game.error} onRetry={() => void game.refetch()} />
        </Card>
      ) : (
        <Skeleton variant="rounded" height={240} aria-busy="true" />
      )}
    </>
  );
}
