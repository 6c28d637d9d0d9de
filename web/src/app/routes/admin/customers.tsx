import { CustomersList } from "@/features/people/customers/components/customers-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <CustomersList role={role} />;
}
