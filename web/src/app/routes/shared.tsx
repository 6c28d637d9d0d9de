import { useParams } from "react-router";
import { SharedDashboard } from "@/features/insights/analytics/components/shared-dashboard";

export function Component() {
  const { token = "" } = useParams();
  return <SharedDashboard token={token} />;
}
