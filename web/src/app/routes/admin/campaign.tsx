export { CampaignScreen as Component } from "@/features/messaging/campaigns/components/campaign-screen";
