import { useSearchParams } from "react-router";
import { NewCampaign } from "@/features/messaging/campaigns/components/campaign-screen";
import { reaches, useOrganization, useOrganizationData } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const [search] = useSearchParams();
  const channel = (["sms", "email", "wallet_push", "best"] as const).find((one) => one === search.get("channel"));
  return <NewCampaign channel={channel ?? "sms"} zone={zone} mayEdit={reaches(role, "editor")} />;
}
