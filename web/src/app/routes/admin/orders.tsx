import { OrdersList } from "@/features/promotions/rewards/components/orders-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <OrdersList role={role} />;
}
