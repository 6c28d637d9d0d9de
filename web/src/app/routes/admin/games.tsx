import { GamesList } from "@/features/promotions/games/components/games-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <GamesList role={role} />;
}
