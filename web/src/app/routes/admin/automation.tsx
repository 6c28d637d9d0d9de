import { EDITORS } from "@/app/automation-editors";
import { AutomationScreen } from "@/features/messaging/automations/components/automation-screen";

export function Component() {
  return <AutomationScreen editors={EDITORS} />;
}
