import { Dashboard } from "@/features/analytics/components/dashboard";

export function Component() {
  return <Dashboard title="Analytics" />;
}
