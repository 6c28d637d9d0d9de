import { Profile } from "@/features/organization/components/profile";

export function Component() {
  return <Profile />;
}
