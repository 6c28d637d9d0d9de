import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { AutomationState } from "@/features/messaging/automations/api/automations";
import { STATES } from "@/features/messaging/automations/words";

const COLORS = { draft: "default", on: "success", paused: "warning", archived: "default" } as const;

/** The state of an automation. */
export function StateChip({ state }: { state: AutomationState }) {
  return <Chip size="small" variant="outlined" color={COLORS[state]} label={t(STATES[state])} />;
}
