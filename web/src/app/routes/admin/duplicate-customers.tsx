import { DuplicatesList } from "@/features/people/customers/components/duplicates-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <DuplicatesList role={role} />;
}
