import { ReportsScreen } from "@/features/analytics/components/reports-screen";

export function Component() {
  return <ReportsScreen />;
}
