import { SqlScreen } from "@/features/analytics/components/sql/sql-screen";

export function Component() {
  return <SqlScreen />;
}
