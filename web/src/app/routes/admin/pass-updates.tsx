export { UpdatesScreen as Component } from "@/features/wallet/updates/components/updates-screen";
