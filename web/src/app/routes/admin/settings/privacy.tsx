import { Privacy } from "@/features/org/organization/components/privacy";

export function Component() {
  return <Privacy />;
}
