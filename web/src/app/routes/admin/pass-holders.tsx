export { HoldersScreen as Component } from "@/features/wallet/passes/components/holders-screen";
