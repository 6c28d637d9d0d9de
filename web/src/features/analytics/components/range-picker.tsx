import CalendarMonthIcon from "@mui/icons-material/CalendarMonth";
import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import MenuList from "@mui/material/MenuList";
import Popover from "@mui/material/Popover";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { memo, useId, useState } from "react";
import type { DateRange } from "@/features/analytics/filters";
import { EARLIEST_DAY, isDay, LATEST_DAY, RANGE_OPTIONS } from "@/features/analytics/ranges";
import { useSteady } from "@/shared/components/use-steady";
import { formatDate } from "@/shared/format/dates";
import { dayOf } from "@/shared/format/zoned";

const FIRST_MONTH = RANGE_OPTIONS.findIndex(({ value }) => value === "january");

interface RangePickerProps {
  range: DateRange;
  zone: string;
  onChange: (range: DateRange) => void;
}

function labelOf(range: DateRange): string {
  if (range.kind === "custom") {
    const [from, to] = [range.from, range.to].map((day) => formatDate(`${day}T00:00:00Z`, "UTC"));
    return from === to ? (from ?? "") : `${from} – ${to}`;
  }
  return RANGE_OPTIONS.find(({ value }) => value === range.interval)?.label ?? range.interval;
}

/** Which stretch of time is shown: a preset, a month or two days of one's own. */
export function RangePicker({ range, zone, onChange }: RangePickerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // What was chosen when it was opened: while it closes, nothing in it is drawn again.
  const [opened, setOpened] = useState(range);
  const listId = useId();
  const choose = (next: DateRange) => {
    setAnchor(null);
    onChange(next);
  };
  const chooseSteady = useSteady(choose);
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
      <Popover
        id={listId}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-label": "Choose a range", sx: { borderRadius: 3, mt: 1, maxWidth: 560 } } }}
      >
        <Choices opened={opened} zone={zone} onChoose={chooseSteady} />
      </Popover>
    </>
  );
}

interface ChoicesProps {
  opened: DateRange;
  zone: string;
  onChoose: (range: DateRange) => void;
}

const Choices = memo(function Choices({ opened, zone, onChoose }: ChoicesProps) {
  const option = ({ value, label }: (typeof RANGE_OPTIONS)[number]) => (
    <MenuItem
      key={value}
      data-interval={value}
      selected={opened.kind === "preset" && opened.interval === value}
      onClick={() => onChoose({ kind: "preset", interval: value })}
      sx={{ borderRadius: 1.5, minHeight: 38 }}
    >
      {label}
    </MenuItem>
  );
  return (
    <>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", sm: "1fr 1fr 1fr" }, p: 1 }}>
        <MenuList autoFocusItem={opened.kind === "preset"} aria-label="Ranges" sx={{ py: 0 }}>
          {RANGE_OPTIONS.slice(0, FIRST_MONTH).map(option)}
        </MenuList>
        <MenuList
          aria-label="Months"
          sx={{ py: 0, gridColumn: { sm: "span 2" }, display: "grid", gridTemplateColumns: { sm: "1fr 1fr" }, alignContent: "start" }}
        >
          {RANGE_OPTIONS.slice(FIRST_MONTH).map(option)}
        </MenuList>
      </Box>
      <Divider />
      <CustomRange range={opened} zone={zone} onChoose={onChoose} />
    </>
  );
});

interface CustomRangeProps {
  range: DateRange;
  zone: string;
  onChoose: (range: DateRange) => void;
}

function CustomRange({ range, zone, onChoose }: CustomRangeProps) {
  const today = dayOf(new Date(), zone);
  const [from, setFrom] = useState(range.kind === "custom" ? range.from : today);
  const [to, setTo] = useState(range.kind === "custom" ? range.to : today);
  const fits = isDay(from) && isDay(to);
  const inOrder = from <= to;
  const limits = { min: EARLIEST_DAY, max: LATEST_DAY };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (fits && inOrder) {
          onChoose({ kind: "custom", from, to });
        }
      }}
      sx={{ p: 2 }}
    >
      <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} sx={{ alignItems: { sm: "flex-start" } }}>
        <TextField
          type="date"
          label="From"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={!isDay(from)}
          helperText={isDay(from) ? undefined : "1900 to 2099"}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: limits }}
        />
        <TextField
          type="date"
          label="To, inclusive"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={!isDay(to) || (fits && !inOrder)}
          helperText={!isDay(to) ? "1900 to 2099" : fits && !inOrder ? "Comes before “From”" : undefined}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: limits }}
        />
        <Button type="submit" variant="contained" disabled={!fits || !inOrder} sx={{ flexShrink: 0 }}>
          Show
        </Button>
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        Days of {zone.replaceAll("_", " ")}
      </Typography>
    </Box>
  );
}
