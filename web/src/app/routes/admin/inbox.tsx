export { InboxScreen as Component } from "@/features/messaging/inbox/components/inbox-screen";
