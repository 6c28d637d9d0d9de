import { SegmentEditor } from "@/features/people/segments/components/segment-editor";

export function Component() {
  return <SegmentEditor segment={null} />;
}
