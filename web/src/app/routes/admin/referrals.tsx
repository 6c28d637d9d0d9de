import { ReferralScreen } from "@/features/promotions/referrals/components/referral-screen";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <ReferralScreen role={role} />;
}
