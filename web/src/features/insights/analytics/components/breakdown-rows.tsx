import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import { formatCount, formatShare } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

export interface LabelledRow {
  key: string;
  label: string;
  value: number;
}

interface BreakdownRowsProps {
  rows: readonly LabelledRow[];
  total: number;
  /** Called with the value to show exclusively, or with `-` before it to exclude it. */
  onFilter: (value: string) => void;
}

const LEAVE_OUT =
  "M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2M4 12c0-4.42 3.58-8 8-8 1.85 0 3.55.63 4.9 1.69L5.69 16.9C4.63 15.55 4 13.85 4 12m8 8c-1.85 0-3.55-.63-4.9-1.69L18.31 7.1C19.37 8.45 20 10.15 20 12c0 4.42-3.58 8-8 8";

/** Styles of the whole list: there are dozens of rows, each made of plain elements. */
const LIST = {
  listStyle: "none",
  p: 0,
  m: 0,
  mb: 1,
  typography: "body2",
  "& li": { display: "flex", alignItems: "center", gap: 0.5 },
  "& button": { font: "inherit", color: "inherit", border: 0, background: "none", cursor: "pointer" },
  "& button:hover": { bgcolor: "action.hover" },
  "& button:focus-visible": { outline: 2, outlineColor: "primary.main" },
  "& .only": {
    position: "relative",
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    flex: 1,
    minWidth: 0,
    gap: 1.5,
    px: 1,
    py: 0.5,
    my: 0.25,
    borderRadius: 1,
    overflow: "hidden",
    textAlign: "left",
  },
  "& .bar": {
    position: "absolute",
    inset: 0,
    bgcolor: "primary.main",
    opacity: 0.13,
    borderRadius: 1,
    transition: "width 200ms",
  },
  "& .name": { position: "relative", minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .number": { position: "relative", flexShrink: 0, fontVariantNumeric: "tabular-nums" },
  "& .share": { color: "text.secondary", display: "inline-block", minWidth: "3.6em", textAlign: "right" },
  // Names have priority when four cards are in a row.
  "@container (max-width: 300px)": { "& .share": { display: "none" } },
  "& .exclude": { display: "flex", p: "5px", borderRadius: "50%", color: "action.active", opacity: { md: 0 } },
  "& li:hover .exclude, & .exclude:focus-visible": { opacity: 1 },
  [TOUCH]: {
    "& .only": { minHeight: FINGER },
    // The icon stays at the edge where it is for a mouse.
    "& .exclude": {
      minWidth: FINGER,
      minHeight: FINGER,
      alignItems: "center",
      justifyContent: "center",
      opacity: 1,
      mr: "-10px",
    },
  },
} as const;

/** Values with bars in proportion to the largest. */
export function BreakdownRows({ rows, total, onFilter }: BreakdownRowsProps) {
  const greatest = Math.max(...rows.map((row) => row.value), 1);
  return (
    <Box component="ul" sx={LIST}>
      {rows.map((row) => (
        <li key={row.key}>
          <button type="button" className="only" onClick={() => onFilter(row.key)} title={`Filter by ${row.label}`}>
            <span aria-hidden className="bar" style={{ width: `${(row.value / greatest) * 100}%` }} />
            <span className="name">{row.label}</span>
            <span className="number">
              <strong>{formatCount(row.value)}</strong>
              {total > 0 && row.value <= total ? <span className="share">{formatShare(row.value / total)}</span> : null}
            </span>
          </button>
          <button
            type="button"
            className="exclude"
            onClick={() => onFilter(`-${row.key}`)}
            aria-label={t`Exclude ${row.label}`}
            title={`Exclude ${row.label}`}
          >
            <svg aria-hidden width={15} height={15} viewBox="0 0 24 24" fill="currentColor">
              <path d={LEAVE_OUT} />
            </svg>
          </button>
        </li>
      ))}
    </Box>
  );
}
