import { ReportsScreen } from "@/features/insights/analytics/components/reports-screen";

export function Component() {
  return <ReportsScreen />;
}
