import { CampaignsList } from "@/features/messaging/campaigns/components/campaigns-list";

export function Component() {
  return <CampaignsList channel="sms" />;
}
