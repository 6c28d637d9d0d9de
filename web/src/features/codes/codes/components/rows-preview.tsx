import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
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
import { problemsOf, rowProblemText } from "@/features/codes/codes/rows";
import { formatCount } from "@/shared/format/numbers";

const SHOWN = 50;

/** Shows what the rows would create, and the errors of those that would create nothing. */
export function RowsPreview({ preview }: { preview: BulkCreateResult }) {
  const problems = problemsOf(preview.errors);
  const notes = problemsOf(preview.notes);
  const rows = preview.rows;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {problems.length > 0 ? (
        <Alert severity="error">
          <AlertTitle>
            <Plural value={problems.length} one="# error. Fix it to continue" other="# errors. Fix them to continue" />
          </AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: "auto" }}>
            {problems.slice(0, 200).map((problem, index) => (
              <li key={index}>{rowProblemText(problem)}</li>
            ))}
          </Box>
        </Alert>
      ) : (
        <Alert severity="success">
          <Plural value={rows.length} one="# code will be created." other="# codes will be created." />
        </Alert>
      )}
      {notes.length > 0 ? (
        <Alert severity="warning">
          <AlertTitle>
            <Plural
              value={notes.length}
              one="# slug is not available. Its code uses its ID instead."
              other="# slugs are not available. Their codes use their IDs instead."
            />
          </AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 160, overflow: "auto" }}>
            {notes.slice(0, 200).map((note, index) => (
              <li key={index}>{rowProblemText({ ...note, field: "" })}</li>
            ))}
          </Box>
        </Alert>
      ) : null}
      {rows.length > 0 ? (
        <TableContainer tabIndex={0} role="region" aria-label={t`Codes to be created`} sx={{ maxHeight: 280 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell>
                  <Trans>Row</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Name</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Slug</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Destination</Trans>
                </TableCell>
                <TableCell>
                  <Trans>Tags and properties</Trans>
                </TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.slice(0, SHOWN).map((row) => (
                <TableRow key={row.row}>
                  <TableCell>{row.row + 1}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.name}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.slug ?? t`Its ID`}</TableCell>
                  <TableCell sx={{ overflowWrap: "anywhere" }}>{row.destination ?? t`Inherited`}</TableCell>
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
          <Trans>
            The first {SHOWN} of {formatCount(rows.length)} rows
          </Trans>
        </Typography>
      ) : null}
    </Box>
  );
}
