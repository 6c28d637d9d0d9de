import BlockIcon from "@mui/icons-material/Block";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { formatCount, formatShare } from "@/shared/format/numbers";

export interface LabelledRow {
  key: string;
  label: string;
  value: number;
}

interface BreakdownRowsProps {
  rows: readonly LabelledRow[];
  total: number;
  /** Called with the value to show only, or with `-` before it to leave it out. */
  onFilter: (value: string) => void;
}

/** Values with bars as long as their share of the greatest. */
export function BreakdownRows({ rows, total, onFilter }: BreakdownRowsProps) {
  const greatest = Math.max(...rows.map((row) => row.value), 1);
  return (
    <Box component="ul" sx={{ listStyle: "none", p: 0, m: 0, mb: 1 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.key}
          sx={{ display: "flex", alignItems: "center", gap: 0.5, "& .exclude": { opacity: { md: 0 } }, "&:hover .exclude, & .exclude:focus-visible": { opacity: 1 } }}
        >
          <ButtonBase
            onClick={() => onFilter(row.key)}
            title={`Show only ${row.label}`}
            sx={{
              position: "relative",
              flex: 1,
              minWidth: 0,
              justifyContent: "space-between",
              gap: 1.5,
              px: 1,
              py: 0.75,
              my: 0.25,
              borderRadius: 1,
              overflow: "hidden",
              textAlign: "left",
              "&:hover": { bgcolor: "action.hover" },
              "&:focus-visible": { outline: 2, outlineColor: "primary.main" },
            }}
          >
            <Box
              aria-hidden
              sx={{
                position: "absolute",
                inset: 0,
                width: `${(row.value / greatest) * 100}%`,
                bgcolor: "primary.main",
                opacity: 0.13,
                borderRadius: 1,
                transition: "width 200ms",
              }}
            />
            <Typography variant="body2" noWrap sx={{ position: "relative", minWidth: 0 }}>
              {row.label}
            </Typography>
            <Typography variant="body2" component="span" sx={{ position: "relative", flexShrink: 0, fontVariantNumeric: "tabular-nums" }}>
              <strong>{formatCount(row.value)}</strong>
              {total > 0 && row.value <= total ? (
                <Box component="span" sx={{ color: "text.secondary", display: "inline-block", minWidth: "3.6em", textAlign: "right" }}>
                  {formatShare(row.value / total)}
                </Box>
              ) : null}
            </Typography>
          </ButtonBase>
          <Tooltip title={`Leave out ${row.label}`}>
            <IconButton className="exclude" size="small" aria-label={`Leave out ${row.label}`} onClick={() => onFilter(`-${row.key}`)}>
              <BlockIcon sx={{ fontSize: 15 }} />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
    </Box>
  );
}
