import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import InfoOutlinedIcon from "@mui/icons-material/InfoOutlined";
import TocIcon from "@mui/icons-material/Toc";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import TableSortLabel from "@mui/material/TableSortLabel";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { ReportPage, ReportRow } from "@/features/insights/analytics/api/reports";
import { type ShownColumn, shownColumns } from "@/features/insights/analytics/report-cells";
import { useOrganizationData } from "@/shared/organization/organization";

interface ReportTableProps {
  page: ReportPage;
  onSort: (sort: string) => void;
  /** Opens the events behind a row. Without it, rows are not clickable. */
  onRows?: ((row: ReportRow) => void) | undefined;
}

/** The rows of a report, sorted by the server. */
export function ReportTable({ page, onSort, onRows }: ReportTableProps) {
  const currency = useOrganizationData().data?.currency;
  const columns = shownColumns(page.columns, page.group_by, { zone: page.timezone, currency });
  const [only] = page.rows;
  if (only !== undefined && page.total === 1 && columns.length > MANY) {
    return <OneRow columns={columns} row={only} label={t`${page.title}, table`} onRows={onRows} />;
  }
  const [first = ""] = page.sort;
  const falls = first.startsWith("-");
  const sorted = falls ? first.slice(1) : first;
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t`${page.title}, table`}>
      <Table
        size="small"
        sx={{
          "& td, & th": { whiteSpace: "nowrap", maxWidth: 320, overflow: "hidden", textOverflow: "ellipsis" },
          ...FIXED,
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map(({ name, title, definition, isNumber, sort }) => (
              <TableCell
                key={name}
                align={isNumber ? "right" : "left"}
                sortDirection={sort === sorted ? (falls ? "desc" : "asc") : false}
              >
                <Tooltip title={definition} describeChild>
                  {sort === null ? (
                    <Box component="span" tabIndex={0} sx={{ display: "inline-flex", alignItems: "center", gap: 0.5 }}>
                      {title}
                      <InfoOutlinedIcon sx={{ fontSize: 14, color: "text.secondary" }} />
                    </Box>
                  ) : (
                    <TableSortLabel
                      active={sort === sorted}
                      direction={sort === sorted ? (falls ? "desc" : "asc") : isNumber ? "desc" : "asc"}
                      onClick={() =>
                        onSort(sort === sorted ? (falls ? sort : `-${sort}`) : isNumber ? `-${sort}` : sort)
                      }
                    >
                      {title}
                    </TableSortLabel>
                  )}
                </Tooltip>
              </TableCell>
            ))}
            {onRows ? (
              <TableCell align="right">
                <Trans>Events</Trans>
              </TableCell>
            ) : null}
          </TableRow>
        </TableHead>
        <TableBody>
          {page.rows.map((row, place) => (
            <TableRow key={place} hover>
              {columns.map(({ name, isNumber, cell }) => {
                const text = cell(row);
                return (
                  <TableCell
                    key={name}
                    align={isNumber ? "right" : "left"}
                    title={text}
                    sx={{ fontVariantNumeric: "tabular-nums" }}
                  >
                    {text}
                  </TableCell>
                );
              })}
              {onRows ? (
                <TableCell align="right" sx={{ py: 0 }}>
                  <IconButton
                    size="small"
                    aria-label={t`Events for ${columns[0]?.cell(row) ?? ""}`}
                    onClick={() => onRows(row)}
                  >
                    <TocIcon fontSize="inherit" />
                  </IconButton>
                </TableCell>
              ) : null}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A single row with at least so many columns is shown vertically. */
const MANY = 6;

/** The first column stays in place while the others scroll under it. */
const FIXED = {
  "& th:first-of-type, & td:first-of-type": {
    position: "sticky",
    left: 0,
    zIndex: 1,
    bgcolor: "background.paper",
    boxShadow: "inset -1px 0 0 var(--mui-palette-divider)",
    maxWidth: { xs: 160, sm: 320 },
  },
} as const;

interface OneRowProps extends Pick<ReportTableProps, "onRows"> {
  columns: readonly ShownColumn[];
  row: ReportRow;
  label: string;
}

/** A report of one row, with a line for each of its numbers. */
function OneRow({ columns, row, label, onRows }: OneRowProps) {
  return (
    <TableContainer role="region" aria-label={label}>
      <Table size="small">
        <TableBody>
          {columns.map(({ name, title, definition, cell }) => (
            <TableRow key={name} hover>
              <TableCell component="th" scope="row" sx={{ fontWeight: 500, verticalAlign: "top" }}>
                {title}
                <Typography variant="caption" color="textSecondary" sx={{ display: { xs: "none", md: "block" } }}>
                  {definition}
                </Typography>
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: "tabular-nums", verticalAlign: "top" }}>
                {cell(row)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {onRows ? (
        <Button size="small" startIcon={<TocIcon />} onClick={() => onRows(row)} sx={{ m: 1.5 }}>
          <Trans>Events</Trans>
        </Button>
      ) : null}
    </TableContainer>
  );
}
