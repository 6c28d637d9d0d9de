import { Organization } from "@/features/org/organization/components/organization";

export function Component() {
  return <Organization />;
}
