import { Members } from "@/features/org/organization/components/members";

export function Component() {
  return <Members />;
}
