import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { gameOfCodeQuery } from "@/features/promotions/games/api/games";
import { KINDS, stateOf } from "@/features/promotions/games/game-texts";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** The game of a code of kind game: its state, and a link to it. */
export function CodeGame({ codeId, mayEdit }: { codeId: string; mayEdit: boolean }) {
  const query = useQuery(gameOfCodeQuery(codeId));
  if (query.isPending) {
    return <Skeleton variant="rounded" height={84} sx={{ mt: 3 }} aria-busy="true" />;
  }
  if (query.isError) {
    return (
      <Card sx={{ mt: 3 }}>
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      </Card>
    );
  }
  const game = query.data;
  return (
    <Card
      component="section"
      aria-label={t`Game`}
      sx={{ mt: 3, p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}
    >
      <Stack sx={{ flex: "1 1 14rem", minWidth: 0 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {game === null ? t`No game yet` : game.name}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {game === null
            ? t`Until there is one, visitors find nothing here.`
            : [
                t(KINDS[game.kind].name),
                plural(game.plays, { one: "# play", other: "# plays" }),
                plural(game.awarded, { one: "# winner", other: "# winners" }),
              ].join(" · ")}
        </Typography>
      </Stack>
      {game === null ? null : (
        <Chip size="small" variant="outlined" color={stateOf(game).color} label={stateOf(game).label} />
      )}
      {game !== null ? (
        <Button component={Link} to={paths.game(game.game_id)} variant="outlined">
          <Trans>Open game</Trans>
        </Button>
      ) : mayEdit ? (
        <Button component={Link} to={paths.newGame(codeId)} variant="contained">
          <Trans>New game</Trans>
        </Button>
      ) : null}
    </Card>
  );
}
