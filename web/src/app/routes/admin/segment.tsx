import { SegmentPage } from "@/features/people/segments/components/segment-page";
import { SegmentView } from "@/features/people/segments/components/segment-view";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <SegmentView>{(segment) => <SegmentPage key={segment.segment_id} segment={segment} role={role} />}</SegmentView>
  );
}
