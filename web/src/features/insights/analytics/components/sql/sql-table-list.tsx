import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { type ReactNode, useMemo, useState } from "react";
import type { SqlTables } from "@/features/insights/analytics/api/sql";
import { searchDictionary } from "@/features/insights/analytics/dictionary-search";
import { SearchBox } from "@/shared/components/search-box";

interface SqlTableListProps {
  schema: SqlTables;
  onInsert: (name: string) => void;
}

/** Tables with their columns, and macros. A click on a name inserts it into the query. */
export function SqlTableList({ schema, onInsert }: SqlTableListProps) {
  const [typed, setTyped] = useState("");
  const tables = useMemo(() => searchDictionary(schema.tables, typed), [schema, typed]);
  const macros = useMemo(
    () =>
      schema.macros.filter(({ signature, meaning }) =>
        `${signature} ${meaning}`.toLowerCase().includes(typed.toLowerCase()),
      ),
    [schema, typed],
  );
  return (
    <Card
      component="section"
      aria-label={t`Tables and macros`}
      sx={{ minWidth: 0, maxHeight: { lg: "80vh" }, overflowY: { lg: "auto" } }}
    >
      <Box sx={{ p: 2 }}>
        <SearchBox
          label={t`Find a table or column`}
          placeholder={t`country, orders`}
          value={typed}
          onChange={setTyped}
        />
      </Box>
      {tables.map((table) => (
        <Entry key={table.name} name={table.name} onInsert={onInsert}>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              {table.description} One row is {table.grain}.
            </Trans>
          </Typography>
          <Names
            rows={table.columns.map(({ name, type, definition }) => ({ name, about: type, meaning: definition }))}
            onInsert={onInsert}
          />
        </Entry>
      ))}
      {macros.length > 0 ? (
        <Entry name={t`Macros`}>
          <Names
            rows={macros.map(({ signature, meaning }) => ({ name: signature, about: "", meaning }))}
            onInsert={onInsert}
          />
        </Entry>
      ) : null}
      {tables.length === 0 && macros.length === 0 ? (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
          <Trans>No results for “{typed}”.</Trans>
        </Typography>
      ) : null}
    </Card>
  );
}

interface EntryProps {
  name: string;
  onInsert?: (name: string) => void;
  children: ReactNode;
}

function Entry({ name, onInsert, children }: EntryProps) {
  return (
    <Accordion
      disableGutters
      elevation={0}
      square
      slotProps={{ transition: { unmountOnExit: true }, heading: { component: "h2" } }}
    >
      <AccordionSummary expandIcon={<ExpandMoreIcon />}>
        <Box component="span" sx={{ fontFamily: onInsert ? "monospace" : undefined, overflowWrap: "anywhere" }}>
          {name}
        </Box>
      </AccordionSummary>
      <AccordionDetails>
        {onInsert ? (
          <Button size="small" onClick={() => onInsert(name)} sx={{ mb: 1 }}>
            <Trans>Insert table name</Trans>
          </Button>
        ) : null}
        {children}
      </AccordionDetails>
    </Accordion>
  );
}

interface NamesProps {
  rows: readonly { name: string; about: string; meaning: string }[];
  onInsert: (name: string) => void;
}

function Names({ rows, onInsert }: NamesProps) {
  return (
    <Box component="dl" sx={{ m: 0, mt: 1 }}>
      {rows.map(({ name, about, meaning }) => (
        <Box key={name} sx={{ py: 0.75, borderTop: 1, borderColor: "divider" }}>
          <Box component="dt" sx={{ overflowWrap: "anywhere" }}>
            <Button
              size="small"
              onClick={() => onInsert(name)}
              aria-label={t`Insert ${name}`}
              sx={{
                fontFamily: "monospace",
                textTransform: "none",
                textAlign: "left",
                px: 0.5,
                minWidth: 0,
                overflowWrap: "anywhere",
              }}
            >
              {name}
            </Button>
            <Typography component="span" variant="caption" color="textSecondary" sx={{ ml: 1 }}>
              {about}
            </Typography>
          </Box>
          <Typography component="dd" variant="body2" sx={{ m: 0 }}>
            {meaning}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
