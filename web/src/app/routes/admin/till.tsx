import { Till } from "@/features/promotions/rewards/components/till";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <Till role={role} />;
}
