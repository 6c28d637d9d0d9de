import { EDITORS } from "@/app/automation-editors";
import { NewAutomation } from "@/features/messaging/automations/components/automation-screen";

export function Component() {
  return <NewAutomation editors={EDITORS} />;
}
