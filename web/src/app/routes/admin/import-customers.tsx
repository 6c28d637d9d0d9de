import { ImportStart } from "@/features/people/customers/components/import-start";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <ImportStart role={role} />;
}
