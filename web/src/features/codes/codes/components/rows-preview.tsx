import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { BulkCreateResult } from "@/features/codes/codes/api/bulk-create";
import { problemsOf } from "@/features/codes/codes/rows";

const SHOWN = 50;

/** What rows would make, and what is wrong with those that would make nothing. */
export function RowsPreview({ preview }: { preview: BulkCreateResult }) {
  const problems = problemsOf(preview.errors);
  const notes = problemsOf(preview.notes);
  const rows = preview.rows;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {problems.length > 0 ? (
        <Alert severity="error">
          <AlertTitle>
            {problems.length === 1 ? "1 mistake" : `${problems.length} errors`}: fix them to continue
          </AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: "auto" }}>
            {problems.slice(0, 200).map((problem, index) => (
              <li key={index}>
                {problem.row > 0 ? `Row ${problem.row}, ` : ""}
                {problem.field} {problem.message}
              </li>
            ))}
          </Box>
        </Alert>
      ) : (
        <Alert severity="success">
          {rows.length === 1 ? "1 code" : `${rows.length.toLocaleString("en")} codes`} will be created.
        </Alert>
      )}
      {notes.length > 0 ? (
        <Alert severity="warning">
          <AlertTitle>
            {notes.length === 1 ? "1 name cannot be kept" : `${notes.length} slugs are not available`}: these codes use
            their IDs
          </AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 160, overflow: "auto" }}>
            {notes.slice(0, 200).map((note, index) => (
              <li key={index}>
                Row {note.row}, {note.message}
              </li>
            ))}
          </Box>
        </Alert>
      ) : null}
      {rows.length > 0 ? (
        <TableContainer tabIndex={0} role="region" aria-label="Codes to be created" sx={{ maxHeight: 280 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>Row</TableCell>
                <TableCell>Name</TableCell>
                <TableCell>Slug</TableCell>
                <TableCell>Destination</TableCell>
                <TableCell>Tags and properties</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.slice(0, SHOWN).map((row) => (
                <TableRow key={row.row}>
                  <TableCell>{row.row + 1}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.name}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.slug ?? "its ID"}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.destination ?? "inherited"}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>
                    {[...row.tags, ...Object.entries(row.properties).map(([name, value]) => `${name}: ${value}`)].join(
                      ", ",
                    )}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      ) : null}
      {rows.length > SHOWN ? (
        <Typography variant="caption" color="textSecondary">
          The first {SHOWN} of {rows.length.toLocaleString("en")} rows
        </Typography>
      ) : null}
    </Box>
  );
}
