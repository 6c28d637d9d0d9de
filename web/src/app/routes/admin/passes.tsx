export { PassList as Component } from "@/features/wallet/passes/components/pass-list";
