import { useParams } from "react-router";
import { GameOfCode } from "@/features/promotions/games/components/game-of-code";

/** `/admin/games/of-code/:codeId`: redirects to the game of a code, or to a new one. */
export function Component() {
  return <GameOfCode codeId={useParams()["codeId"] ?? ""} />;
}
