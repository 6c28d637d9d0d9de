import { Till } from "@/features/promotions/rewards/components/till";
import { GivePassAtTill } from "@/features/wallet/passes/components/give-pass-at-till";
import { PassAtTill } from "@/features/wallet/passes/components/pass-at-till";
import { useSession } from "@/shared/auth/session";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role, org_id } = useOrganization();
  const { user } = useSession();
  return (
    <Till
      key={org_id}
      role={role}
      owner={`${org_id}:${user?.email ?? ""}`}
      pass={PassAtTill}
      givePass={GivePassAtTill}
    />
  );
}
