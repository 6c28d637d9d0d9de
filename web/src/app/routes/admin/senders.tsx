export { SendersScreen as Component } from "@/features/messaging/senders/components/senders-screen";
