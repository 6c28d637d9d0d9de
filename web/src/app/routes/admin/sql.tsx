import { SqlScreen } from "@/features/insights/analytics/components/sql/sql-screen";

export function Component() {
  return <SqlScreen />;
}
