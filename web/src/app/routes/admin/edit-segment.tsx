import { SegmentEditor } from "@/features/people/segments/components/segment-editor";
import { SegmentView } from "@/features/people/segments/components/segment-view";

export function Component() {
  return <SegmentView>{(segment) => <SegmentEditor key={segment.segment_id} segment={segment} />}</SegmentView>;
}
