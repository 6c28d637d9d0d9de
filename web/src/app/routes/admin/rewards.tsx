import { RewardsList } from "@/features/promotions/rewards/components/rewards-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <RewardsList role={role} />;
}
