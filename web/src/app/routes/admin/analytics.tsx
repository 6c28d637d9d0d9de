import { t } from "@lingui/core/macro";
import { Dashboard } from "@/features/insights/analytics/components/dashboard";

export function Component() {
  return <Dashboard title={t`Analytics`} />;
}
