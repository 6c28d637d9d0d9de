import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { memo } from "react";
import { COLUMNS, type ColumnName } from "@/features/analytics/components/event-columns";
import type { EventRow } from "@/features/analytics/events";

interface EventTableProps {
  rows: readonly EventRow[];
  columns: ReadonlySet<ColumnName>;
  zone: string;
}

/** Events as a table of the chosen columns. */
export const EventTable = memo(function EventTable({ rows, columns, zone }: EventTableProps) {
  const shown = COLUMNS.filter(({ name }) => columns.has(name));
  return (
    <TableContainer tabIndex={0} role="region" aria-label="Events, table">
      <Table size="small" stickyHeader sx={{ "& td, & th": { whiteSpace: "nowrap", maxWidth: 280, overflow: "hidden", textOverflow: "ellipsis" } }}>
        <TableHead>
          <TableRow>
            {shown.map(({ name, heading }) => (
              <TableCell key={name}>{heading}</TableCell>
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
                    {text || "–"}
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
