import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { formatCount } from "@/shared/format/numbers";

interface CountRowsProps {
  title: string;
  empty: string;
  total: number;
  /** Labels with their counts. */
  rows: readonly [string, number][];
}

/** Shows counts with bars, as parts of a total. */
export function CountRows({ title, empty, total, rows }: CountRowsProps) {
  return (
    <Card variant="outlined" sx={{ p: 2 }}>
      <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          {empty}
        </Typography>
      ) : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
        {rows.map(([label, count]) => (
          <li key={label}>
            <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between" }}>
              <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
                {label}
              </Typography>
              <Typography variant="body2" sx={{ fontVariantNumeric: "tabular-nums" }}>
                {formatCount(count)}
              </Typography>
            </Box>
            <LinearProgress
              variant="determinate"
              aria-hidden
              value={total === 0 ? 0 : Math.min(100, (100 * count) / total)}
            />
          </li>
        ))}
      </Box>
    </Card>
  );
}
