import { SegmentsList } from "@/features/people/segments/components/segments-list";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <SegmentsList role={role} />;
}
