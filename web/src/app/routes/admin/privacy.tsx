import { Privacy } from "@/features/organization/components/privacy";

export function Component() {
  return <Privacy />;
}
