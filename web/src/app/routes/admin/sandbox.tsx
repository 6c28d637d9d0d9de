export { SandboxScreen as Component } from "@/features/messaging/sandbox/components/sandbox-screen";
