import { RewardReports } from "@/features/promotions/reward-reports/components/reward-reports";

export function Component() {
  return <RewardReports />;
}
