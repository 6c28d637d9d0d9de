import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import { askSql, type SqlRows, sqlTablesQuery } from "@/features/insights/analytics/api/sql";
import { SqlEditor } from "@/features/insights/analytics/components/sql/sql-editor";
import { SqlResult, type SqlState } from "@/features/insights/analytics/components/sql/sql-result";
import { SqlTableList } from "@/features/insights/analytics/components/sql/sql-table-list";
import { inserted, keepStatement, keptStatement } from "@/features/insights/analytics/kept-statement";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** Questions in SQL about the organisation's own events and marts. */
export function SqlScreen() {
  const role = useOrganizationData().data?.role;
  return (
    <>
      <PageHeader
        title="SQL"
        subtitle={
          <>
            One query at a time over your organisation’s events and marts, in DuckDB’s SQL. Nothing can be changed. The{" "}
            <Link component={RouterLink} to={paths.dataDictionary}>
              data dictionary
            </Link>{" "}
            says more about every column.
          </>
        }
      />
      {role === undefined ? (
        <Skeleton variant="rounded" height={480} aria-label="Loading" />
      ) : reaches(role, "editor") ? (
        <Workbench />
      ) : (
        <Alert severity="info">
          Your role is viewer. Events hold what forms were told, so queries need an editor. Reports and the dashboard
          are open to you.
        </Alert>
      )}
    </>
  );
}

function Workbench() {
  const known = useQuery(sqlTablesQuery);
  const [text, setText] = useState(keptStatement);
  const [state, setState] = useState<SqlState>({ kind: "nothing" });
  const input = useRef<HTMLTextAreaElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const change = (typed: string) => {
    setText(typed);
    keepStatement(typed);
  };
  const run = () => {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setState({ kind: "running", sql: text });
    const begun = performance.now();
    const finish = (next: SqlState) => {
      if (running.current === asked) {
        running.current = undefined;
        setState(next);
      }
    };
    askSql(text, asked.signal).then(
      (rows: SqlRows) => finish({ kind: "rows", sql: text, rows, seconds: (performance.now() - begun) / 1000 }),
      (error: unknown) => finish({ kind: "error", sql: text, error }),
    );
  };
  const cancel = () => {
    running.current?.abort();
    running.current = undefined;
    setState({ kind: "cancelled" });
  };
  const insert = (name: string) => {
    const field = input.current;
    const next = inserted(text, name, field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length);
    change(next.text);
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(next.cursor, next.cursor);
    });
  };
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 340px" },
        alignItems: "start",
      }}
    >
      <Box sx={{ display: "grid", gap: 3, minWidth: 0 }}>
        <SqlEditor
          ref={input}
          text={text}
          isRunning={state.kind === "running"}
          onChange={change}
          onRun={run}
          onCancel={cancel}
        />
        <SqlResult state={state} maxRows={known.data?.max_rows} onRetry={run} />
      </Box>
      {isUnreadable(known) ? (
        <Card>
          <ErrorState
            compact
            title="The tables could not be loaded"
            error={known.error}
            onRetry={() => void known.refetch()}
          />
        </Card>
      ) : known.data === undefined ? (
        <Skeleton variant="rounded" height={420} aria-label="Loading the tables" />
      ) : (
        <SqlTableList known={known.data} onInsert={insert} />
      )}
    </Box>
  );
}
