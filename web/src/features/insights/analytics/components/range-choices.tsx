import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CustomRange } from "@/features/insights/analytics/components/custom-range";
import type { DateRange } from "@/features/insights/analytics/filters";
import { type Interval, RANGE_OPTIONS } from "@/features/insights/analytics/ranges";
import { moveInMenu } from "@/shared/components/menu-keys";
import { todayIn } from "@/shared/format/zoned";

const FIRST_MONTH = RANGE_OPTIONS.findIndex(({ value }) => value === "january");
const MENUS = [
  { name: "Ranges", options: RANGE_OPTIONS.slice(0, FIRST_MONTH) },
  { name: "Months", options: RANGE_OPTIONS.slice(FIRST_MONTH) },
];

/** How likely a range will be chosen: it is hovered or focused, or was pressed. */
export type Likely = "looked-at" | "pressed";

interface RangeChoicesProps {
  opened: DateRange;
  zone: string;
  onChoose: (range: DateRange) => void;
  /** Called with the range that may be chosen next, or with null when it is no longer likely. */
  onLikely: (range: DateRange | null, how: Likely) => void;
}

/**
 * The presets, the months and a custom range. Plain elements under one style, so that they appear at once. The form is
 * rendered afterwards.
 */
export const RangeChoices = memo(function RangeChoices({ opened, zone, onChoose, onLikely }: RangeChoicesProps) {
  const menus = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => menus.current?.querySelector<HTMLElement>(".chosen")?.focus({ preventScroll: true }), []);
  const isPainted = useAfterPaint();
  const hint = (how: Likely) => (event: { target: EventTarget }) => {
    const interval =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>("[data-interval]")?.dataset["interval"]
        : undefined;
    onLikely(interval === undefined ? null : presetOf(interval as Interval), how);
  };
  const today = todayIn(zone);
  const selected = opened.kind === "preset" ? opened.interval : RANGE_OPTIONS[0].value;
  return (
    <Box
      sx={LIST}
      onPointerOver={hint("looked-at")}
      onPointerDown={hint("pressed")}
      onFocus={hint("looked-at")}
      onPointerLeave={() => onLikely(null, "looked-at")}
    >
      <div className="menus" ref={menus}>
        {MENUS.map(({ name, options }) => (
          <div
            key={name}
            role="menu"
            tabIndex={-1}
            aria-label={name}
            className={name.toLowerCase()}
            onKeyDown={moveInMenu}
          >
            {options.map(({ value, label }, place) => (
              <button
                key={value}
                type="button"
                role="menuitem"
                data-interval={value}
                className={opened.kind === "preset" && value === selected ? "chosen" : undefined}
                tabIndex={
                  value === selected || (place === 0 && !options.some((one) => one.value === selected)) ? 0 : -1
                }
                onClick={() => onChoose(presetOf(value))}
              >
                {t(label)}
                {name === "Months" ? (
                  <span aria-hidden className="year">
                    {yearOf(place, today)}
                  </span>
                ) : null}
              </button>
            ))}
          </div>
        ))}
      </div>
      <div className="own">{isPainted ? <CustomRange range={opened} zone={zone} onChoose={onChoose} /> : null}</div>
    </Box>
  );
});

/** Returns the year of the latest month of this name that has begun. */
function yearOf(month: number, today: string): number {
  const [year = 0, now = 1] = today.split("-").map(Number);
  return month < now ? year : year - 1;
}

/** Returns whether the first render is on the screen. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, []);
  return isPainted;
}

function presetOf(interval: Interval): DateRange {
  return { kind: "preset", interval };
}

// As wide as with the form, so that it stays where it opened.
const LIST = {
  width: { sm: 464 },
  "& .menus": { display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "1fr 1fr 1fr" }, p: 1 },
  "& .ranges": { display: "flex", flexDirection: "column" },
  "& .months": {
    gridColumn: { sm: "span 2" },
    display: "grid",
    gridAutoFlow: { sm: "column" },
    gridTemplateRows: { sm: "repeat(6, auto)" },
    alignContent: "start",
  },
  "& [role=menuitem]": {
    minHeight: 38,
    px: 2,
    py: 0.75,
    border: 0,
    borderRadius: 1.5,
    background: "none",
    color: "inherit",
    typography: "body1",
    textAlign: "start",
    whiteSpace: "nowrap",
    cursor: "pointer",
  },
  "& [role=menuitem]:hover": { bgcolor: "action.hover" },
  "& .chosen, & .chosen:hover": {
    bgcolor: "rgba(var(--mui-palette-primary-mainChannel) / var(--mui-palette-action-selectedOpacity))",
  },
  "& [role=menuitem]:focus-visible": {
    bgcolor: "action.focus",
    outline: "2px solid var(--mui-palette-primary-main)",
    outlineOffset: -2,
  },
  "& .months [role=menuitem]": { px: 1.25 },
  "& .year": { color: "text.secondary", typography: "body2", ml: 1 },
  // Reserves space for the form, which is rendered afterwards.
  "& .own": { borderTop: 1, borderColor: "divider", minHeight: { xs: 214, sm: 108 } },
} as const;
