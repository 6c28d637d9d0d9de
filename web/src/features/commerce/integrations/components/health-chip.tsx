import { msg } from "@lingui/core/macro";
import { t } from "@lingui/core/macro";
import Chip from "@mui/material/Chip";
import type { Connection } from "@/shared/integrations/integrations";

const LOOKS = {
  good: { label: msg`Working`, color: "success" },
  failing: { label: msg`Failing`, color: "warning" },
  broken: { label: msg`Stopped`, color: "error" },
  paused: { label: msg`Paused`, color: "default" },
} as const;

/** Shows the state of a connection. */
export function HealthChip({ health }: { health: Connection["health"] }) {
  const { label, color } = LOOKS[health];
  return <Chip size="small" variant="outlined" color={color} label={t(label)} />;
}
