import { Profile } from "@/features/org/organization/components/profile";

export function Component() {
  return <Profile />;
}
