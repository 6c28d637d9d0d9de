export { CampaignOfCode as Component } from "@/features/messaging/campaigns/components/campaign-screen";
