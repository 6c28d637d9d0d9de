import { t } from "@lingui/core/macro";
import Link from "@mui/material/Link";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { memo } from "react";
import { COLUMNS, type ColumnName } from "@/features/insights/analytics/components/event-columns";
import type { EventRow } from "@/features/insights/analytics/events";

interface EventTableProps {
  rows: readonly EventRow[];
  columns: ReadonlySet<ColumnName>;
  zone: string;
  /** Filters by a visitor's name. */
  onVisitor: (name: string) => void;
}

/** Events as a table of the chosen columns. */
export const EventTable = memo(function EventTable({ rows, columns, zone, onVisitor }: EventTableProps) {
  const shown = COLUMNS.filter(({ name }) => columns.has(name));
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t`Events, table`}>
      <Table
        size="small"
        stickyHeader
        sx={{ "& td, & th": { whiteSpace: "nowrap", maxWidth: 280, overflow: "hidden", textOverflow: "ellipsis" } }}
      >
        <TableHead>
          <TableRow>
            {shown.map(({ name, heading }) => (
              <TableCell key={name}>{t(heading)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((event) => (
            <TableRow key={event.id} hover>
              {shown.map(({ name, cell }) => {
                const text = cell(event, zone);
                return (
                  <TableCell key={name} title={text} sx={name === "visitor" ? { fontFamily: "monospace" } : undefined}>
                    {name === "visitor" && text !== "" ? (
                      <Link
                        component="button"
                        type="button"
                        color="inherit"
                        aria-label={t`Only visitor ${text}`}
                        onClick={() => onVisitor(text)}
                        sx={{ font: "inherit" }}
                      >
                        {text}
                      </Link>
                    ) : (
                      text || "–"
                    )}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
});
