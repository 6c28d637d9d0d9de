import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import SearchOffIcon from "@mui/icons-material/SearchOff";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type DictionaryTable, dictionaryQuery } from "@/features/insights/analytics/api/data-dictionary";
import { searchDictionary } from "@/features/insights/analytics/dictionary-search";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { SearchBox } from "@/shared/components/search-box";
import { EmptyState, ErrorState } from "@/shared/components/state-views";

type Column = DictionaryTable["columns"][number];

const KINDS: Record<DictionaryTable["kind"], MessageDescriptor> = {
  metric: msg`Metrics`,
  report: msg`Report`,
  mart: msg`Mart`,
  events: msg`Events`,
  history: msg`History`,
};

/** The meaning of every table, column and metric of the warehouse. */
export function DataDictionary() {
  const [search, setSearch] = useSearchParams();
  const text = search.get("q") ?? "";
  const dictionary = useQuery(dictionaryQuery);
  const small = useMediaQuery("(max-width: 700px)");
  const shown = useMemo(() => searchDictionary(dictionary.data ?? [], text), [dictionary.data, text]);
  const handleSearch = (typed: string) => setSearch(typed ? { q: typed } : {}, { replace: true });
  return (
    <>
      <PageHeader
        title={t`Data dictionary`}
        subtitle={t`Definitions of every metric, table and column.`}
        actions={
          <SearchBox label={t`Search`} placeholder={t`people, amount_cents`} value={text} onChange={handleSearch} />
        }
      />
      {isUnreadable(dictionary) ? (
        <Card>
          <ErrorState
            title={t`The data dictionary couldn’t be loaded`}
            error={dictionary.error}
            onRetry={() => void dictionary.refetch()}
          />
        </Card>
      ) : dictionary.data === undefined ? (
        <Stack spacing={3} aria-label={t`Loading`}>
          <Skeleton variant="rounded" height={320} />
          <Skeleton variant="rounded" height={320} />
        </Stack>
      ) : shown.length === 0 ? (
        <Card>
          <EmptyState icon={<SearchOffIcon />} title={t`No results for “${text}”`} />
        </Card>
      ) : (
        <Stack spacing={3}>
          {shown.map((table) => (
            <TableCard key={`${table.kind} ${table.name}`} table={table} small={small} />
          ))}
        </Stack>
      )}
    </>
  );
}

function TableCard({ table, small }: { table: DictionaryTable; small: boolean }) {
  const id = `${table.kind}-${table.name}`;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
        <Typography id={id} variant="h5" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {table.title}
        </Typography>
        <Chip size="small" label={t(KINDS[table.kind])} />
      </Stack>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        {table.description}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
        <Trans>
          One row is {table.grain}. Sources: {table.sources.join(", ")}.
        </Trans>
      </Typography>
      {small ? <ColumnList table={table} /> : <ColumnTable table={table} />}
    </Card>
  );
}

function typeOf({ type, unit }: Column): string {
  return unit ? `${type}, ${unit}` : type;
}

function ColumnTable({ table }: { table: DictionaryTable }) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={t`Columns of ${table.title}`} sx={{ mt: 2 }}>
      <Table size="small" sx={{ minWidth: 560, tableLayout: "fixed" }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: "26%" }}>
              <Trans>Name</Trans>
            </TableCell>
            <TableCell sx={{ width: "20%" }}>
              <Trans>Type</Trans>
            </TableCell>
            <TableCell>
              <Trans>Definition</Trans>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {table.columns.map((column) => (
            <TableRow key={column.name}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: "anywhere" }}>
                <Box component="code">{column.name}</Box>
              </TableCell>
              <TableCell sx={{ color: "text.secondary" }}>{typeOf(column)}</TableCell>
              <TableCell>{column.definition}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The same as a list, because the last column of a table does not fit on a phone. */
function ColumnList({ table }: { table: DictionaryTable }) {
  return (
    <Box component="section" aria-label={t`Columns of ${table.title}`}>
      <Box component="dl" sx={{ m: 0, mt: 2 }}>
        {table.columns.map((column) => (
          <Box key={column.name} sx={{ py: 1.25, borderTop: 1, borderColor: "divider" }}>
            <Box component="dt" sx={{ overflowWrap: "anywhere" }}>
              <Box component="code">{column.name}</Box>
              <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
                {typeOf(column)}
              </Typography>
            </Box>
            <Typography component="dd" variant="body2" sx={{ m: 0, mt: 0.25 }}>
              {column.definition}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
