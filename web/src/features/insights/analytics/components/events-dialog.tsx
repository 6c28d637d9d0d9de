import { t } from "@lingui/core/macro";
import CloseIcon from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId } from "react";
import type { QueryInput } from "@/features/insights/analytics/api/get-analytics";
import type { ReportRowFilter } from "@/features/insights/analytics/api/get-events";
import EventsList from "@/features/insights/analytics/components/events-list";
import { rowsLabel, type RowsMetric } from "@/features/insights/analytics/metrics";

interface EventsDialogProps {
  question: QueryInput;
  /** The metric behind which these events are, or null for all events. */
  metric: RowsMetric | null;
  /** The row of a report behind which these events are. */
  of?: ReportRowFilter | null;
  onClose: () => void;
}

/** A dialog with all events behind a number. */
export default function EventsDialog({ question, metric, of = null, onClose }: EventsDialogProps) {
  const titleId = useId();
  const small = useMediaQuery("(max-width: 900px)");
  const what = metric === null ? "events" : rowsLabel(metric).toLowerCase();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullScreen={small} fullWidth maxWidth="xl">
      <DialogTitle id={titleId} sx={{ typography: "h5", pr: 7, pb: 0.5 }}>
        {of !== null ? t`Events for this row` : metric === null ? t`Events` : t`Events for ${what}`}
      </DialogTitle>
      <IconButton aria-label={t`Close`} onClick={onClose} sx={{ position: "absolute", top: 12, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <EventsList question={question} metric={metric} of={of} />
    </Dialog>
  );
}
