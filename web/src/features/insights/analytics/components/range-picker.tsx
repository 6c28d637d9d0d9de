import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import { type Likely, RangeChoices } from "@/features/insights/analytics/components/range-choices";
import type { DateRange } from "@/features/insights/analytics/filters";
import { ICONS } from "@/features/insights/analytics/head-icons";
import { rangeLabel } from "@/features/insights/analytics/ranges";
import { DropPanel } from "@/shared/components/drop-panel";
import { PlainButton } from "@/shared/components/plain-button";
import { useStableCallback } from "@/shared/components/use-stable-callback";
import { formatDate } from "@/shared/format/dates";

interface RangePickerProps {
  range: DateRange;
  zone: string;
  onChange: (range: DateRange) => void;
  /** Called with the likely next range, so that its numbers can be prefetched. */
  onLikely?: (range: DateRange | null, how: Likely) => void;
}

function labelOf(range: DateRange): string {
  if (range.kind === "custom") {
    const [from, to] = [range.from, range.to].map((day) => formatDate(`${day}T00:00:00Z`, "UTC"));
    return from === to ? (from ?? "") : `${from} – ${to}`;
  }
  return rangeLabel(range.interval);
}

/** Selects the range: a preset, a month or a custom range of days. */
export function RangePicker({ range, zone, onChange, onLikely }: RangePickerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const panelId = useId();
  const close = useStableCallback(() => {
    setAnchor(null);
    onLikely?.(null, "looked-at");
  });
  const choose = useStableCallback((next: DateRange) => {
    anchor?.focus();
    close();
    onChange(next);
  });
  const likely = useStableCallback((next: DateRange | null, how: Likely) => onLikely?.(next, how));
  return (
    <>
      <PlainButton
        icon={ICONS.calendar}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : panelId}
        onClick={({ currentTarget }) => (anchor === null ? setAnchor(currentTarget) : close())}
        data-testid="range-picker"
      >
        {labelOf(range)}
      </PlainButton>
      {anchor === null ? null : (
        <DropPanel id={panelId} label={t`Date range`} anchor={anchor} onClose={close}>
          <RangeChoices opened={range} zone={zone} onChoose={choose} onLikely={likely} />
        </DropPanel>
      )}
    </>
  );
}
