import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { CampaignState } from "@/features/messaging/campaigns/api/campaigns";
import { STATES } from "@/features/messaging/campaigns/words";

const COLORS = {
  draft: "default",
  scheduled: "info",
  running: "primary",
  paused: "warning",
  completed: "success",
  cancelled: "default",
  failed: "error",
} as const;

/** The state of a campaign. */
export function StateChip({ state }: { state: CampaignState }) {
  return <Chip size="small" variant="outlined" color={COLORS[state]} label={t(STATES[state])} />;
}
