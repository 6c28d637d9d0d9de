import { EarningRules } from "@/features/promotions/rewards/components/earning-rules";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <EarningRules role={role} />;
}
