export { AutomationsList as Component } from "@/features/messaging/automations/components/automations-list";
