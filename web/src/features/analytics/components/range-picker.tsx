import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { useId, useState } from "react";
import { type Likely, RangeChoices } from "@/features/analytics/components/range-choices";
import type { DateRange } from "@/features/analytics/filters";
import { RANGE_OPTIONS } from "@/features/analytics/ranges";
import { useSteady } from "@/shared/components/use-steady";
import { useWasOpen } from "@/shared/components/use-was-open";
import { formatDate } from "@/shared/format/dates";

interface RangePickerProps {
  range: DateRange;
  zone: string;
  onChange: (range: DateRange) => void;
  /** Told what may be chosen next, so that its numbers can be on their way before it is. */
  onLikely?: (range: DateRange | null, how: Likely) => void;
}

function labelOf(range: DateRange): string {
  if (range.kind === "custom") {
    const [from, to] = [range.from, range.to].map((day) => formatDate(`${day}T00:00:00Z`, "UTC"));
    return from === to ? (from ?? "") : `${from} – ${to}`;
  }
  return RANGE_OPTIONS.find(({ value }) => value === range.interval)?.label ?? range.interval;
}

/** Which stretch of time is shown: a preset, a month or two days of one's own. */
export function RangePicker({ range, zone, onChange, onLikely }: RangePickerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // What was chosen when it was opened: while it closes, nothing in it is drawn again.
  const [opened, setOpened] = useState(range);
  const listId = useId();
  const wasOpen = useWasOpen(anchor !== null);
  const close = () => {
    setAnchor(null);
    onLikely?.(null, "looked-at");
  };
  const choose = useSteady((next: DateRange) => {
    close();
    onChange(next);
  });
  const likely = useSteady((next: DateRange | null, how: Likely) => onLikely?.(next, how));
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<CalendarMonthIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : listId}
        onClick={(click) => {
          setOpened(range);
          setAnchor(click.currentTarget);
        }}
        data-testid="range-picker"
      >
        {labelOf(range)}
      </Button>
      {wasOpen ? (
        <Popover
          id={listId}
          open={anchor !== null}
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
          transformOrigin={{ vertical: "top", horizontal: "right" }}
          slotProps={{ paper: { role: "dialog", "aria-label": "Choose a range", sx: { borderRadius: 3, mt: 1, maxWidth: 560 } } }}
        >
          <RangeChoices opened={opened} zone={zone} onChoose={choose} onLikely={likely} />
        </Popover>
      ) : null}
    </>
  );
}
