import { t } from "@lingui/core/macro";
import MuiLink from "@mui/material/Link";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { formatCount } from "@/shared/format/numbers";
import { FINGER, TOUCH } from "@/shared/theme/touch";

interface Row {
  id: string;
  name: string;
  value: number;
  placement?: string;
}

interface MapTableProps {
  unit: string;
  countries: readonly Row[];
  places: readonly Row[];
  /** Called with the hovered or focused country, or with null. */
  onMark: (code: string | null) => void;
  onCountry: (code: string) => void;
  onPlace: (id: string) => void;
}

/** The map's data as tables, for accessibility and exact numbers. */
export function MapTable({ unit, countries, places, onMark, onCountry, onPlace }: MapTableProps) {
  const [kind, setKind] = useState<"countries" | "places">("countries");
  const rows = kind === "countries" ? countries : places;
  const heading = kind === "countries" ? t`Country` : t`Place`;
  return (
    <Box>
      <Tabs value={kind} onChange={(_, next: typeof kind) => setKind(next)} aria-label={t`Rows of the table`} sx={TABS}>
        <Tab value="countries" label={t`Countries (${countries.length})`} />
        <Tab value="places" label={t`Places (${places.length})`} />
      </Tabs>
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 4, textAlign: "center" }}>
          {kind === "countries"
            ? t`No ${unit.toLowerCase()} in this range`
            : t`No code has coordinates yet. Set them under “Placement” in a code’s menu.`}
        </Typography>
      ) : (
        <TableContainer
          sx={{ maxHeight: 380 }}
          tabIndex={0}
          role="region"
          aria-label={t`${unit} by ${heading.toLowerCase()}, table of the map`}
        >
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>{heading}</TableCell>
                <TableCell align="right">{unit}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow
                  key={row.id}
                  hover
                  onMouseEnter={() => onMark(kind === "countries" ? row.id : null)}
                  onMouseLeave={() => onMark(null)}
                  onFocus={() => onMark(kind === "countries" ? row.id : null)}
                  onBlur={() => onMark(null)}
                >
                  <TableCell component="th" scope="row">
                    <MuiLink
                      component="button"
                      type="button"
                      color="inherit"
                      underline="hover"
                      title={t`Filter by ${row.name}`}
                      onClick={() => (kind === "countries" ? onCountry(row.id) : onPlace(row.id))}
                      sx={{ font: "inherit", textAlign: "left", [TOUCH]: { minHeight: FINGER, minWidth: FINGER } }}
                    >
                      {row.name}
                    </MuiLink>
                    {row.placement ? (
                      <Typography variant="caption" color="textSecondary" sx={{ display: "block" }}>
                        {row.placement}
                      </Typography>
                    ) : null}
                  </TableCell>
                  <TableCell align="right" sx={{ fontVariantNumeric: "tabular-nums" }}>
                    {formatCount(row.value)}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Box>
  );
}

const TABS = {
  minHeight: 36,
  mb: 1,
  "& .MuiTab-root": { minHeight: 36, minWidth: 0, px: 0, mr: 2.5, [TOUCH]: { minHeight: FINGER, minWidth: FINGER } },
} as const;
