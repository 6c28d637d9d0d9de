import { Notifications } from "@/features/org/organization/components/notifications";

export function Component() {
  return <Notifications />;
}
