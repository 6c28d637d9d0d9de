import { useParams } from "react-router";
import { GameScreen } from "@/features/promotions/games/components/game-screen";
import { useOrganization } from "@/shared/organization/organization";

/** `/admin/games/:gameId`. */
export function Component() {
  const { gameId = "" } = useParams();
  const { role } = useOrganization();
  return <GameScreen key={gameId} gameId={gameId} role={role} />;
}
