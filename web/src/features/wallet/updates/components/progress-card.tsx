import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import type { PassUpdate, UpdateAction } from "@/features/wallet/updates/api/updates";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { formatDateTime } from "@/shared/format/dates";

const STATES: Readonly<Record<PassUpdate["state"], MessageDescriptor>> = {
  scheduled: msg`Scheduled`,
  running: msg`Running`,
  paused: msg`Paused`,
  done: msg`Done`,
  cancelled: msg`Cancelled`,
};

interface ProgressCardProps {
  title: string;
  heading: "h2" | "h3";
  /** Its kind and its audience. */
  details: string[];
  of: Pick<PassUpdate, "state" | "scheduled_for" | "created_at" | "total">;
  /** How many of `total` were processed. */
  done: number;
  counts: (string | null)[];
  zone: string | undefined;
  mayEdit: boolean;
  change: { isPending: boolean; run: (action: UpdateAction) => Promise<unknown> };
  cancel: { label: string; question: string; note: ReactNode };
}

/** Shows the progress of a running message or change, and the actions available for it. */
export function ProgressCard(props: ProgressCardProps) {
  const { title, heading, details, of, done, counts, zone, mayEdit, change, cancel } = props;
  const { state, scheduled_for, created_at, total } = of;
  const toasts = useToasts();
  const [isEnding, setEnding] = useState(false);
  const isOpen = state === "scheduled" || state === "running" || state === "paused";
  const act = (action: UpdateAction) =>
    handleResult(change.run(action), { onError: toasts.error, onSettled: () => setEnding(false) });
  const when =
    scheduled_for !== null && state === "scheduled"
      ? t`Starts ${formatDateTime(scheduled_for, zone)}`
      : t`Created ${formatDateTime(created_at, zone)}`;
  return (
    <Card component="li" sx={{ p: 2 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "flex-start" }}>
        <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
          <Typography variant="h6" component={heading} sx={{ overflowWrap: "anywhere" }}>
            {title}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {[...details, when].join(" · ")}
          </Typography>
        </Box>
        <Chip
          size="small"
          variant="outlined"
          color={state === "done" ? "success" : state === "running" ? "primary" : "default"}
          label={t(STATES[state])}
        />
      </Box>
      <Box sx={{ mt: 1.5 }}>
        {state === "running" || state === "paused" ? (
          <LinearProgress
            variant="determinate"
            value={total === 0 ? 100 : Math.min(100, (100 * done) / total)}
            aria-label={t`Progress`}
            sx={{ mb: 1 }}
          />
        ) : null}
        <Typography variant="body2">{counts.filter((part) => part !== null).join(" · ")}</Typography>
      </Box>
      {mayEdit && isOpen ? (
        <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
          {state === "paused" ? (
            <Button size="small" onClick={() => act("resume")} disabled={change.isPending}>
              <Trans>Resume</Trans>
            </Button>
          ) : (
            <Button size="small" onClick={() => act("pause")} disabled={change.isPending}>
              <Trans>Pause</Trans>
            </Button>
          )}
          <Button size="small" color="error" onClick={() => setEnding(true)}>
            {cancel.label}
          </Button>
        </Stack>
      ) : null}
      <ConfirmDialog
        open={isEnding}
        title={cancel.question}
        confirmLabel={cancel.label}
        busy={change.isPending}
        onConfirm={() => act("cancel")}
        onCancel={() => setEnding(false)}
      >
        {cancel.note}
      </ConfirmDialog>
    </Card>
  );
}
