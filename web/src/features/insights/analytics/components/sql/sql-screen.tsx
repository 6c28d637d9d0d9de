import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import Link from "@mui/material/Link";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link as RouterLink } from "react-router";
import { runSql, type SqlRows, sqlTablesQuery } from "@/features/insights/analytics/api/sql";
import { SqlEditor } from "@/features/insights/analytics/components/sql/sql-editor";
import { SqlResult, type SqlState } from "@/features/insights/analytics/components/sql/sql-result";
import { SqlTableList } from "@/features/insights/analytics/components/sql/sql-table-list";
import { inserted, storeStatement, storedStatement } from "@/features/insights/analytics/stored-statement";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** SQL queries about the organisation's own events and marts. */
export function SqlScreen() {
  const role = useOrganizationData().data?.role;
  return (
    <>
      <PageHeader
        title="SQL"
        subtitle={
          <Trans>
            Query your organisation’s events and marts with DuckDB SQL. Read-only, one query at a time. The{" "}
            <Link component={RouterLink} to={paths.dataDictionary}>
              data dictionary
            </Link>{" "}
            explains every column.
          </Trans>
        }
      />
      {role === undefined ? (
        <Skeleton variant="rounded" height={480} aria-label={t`Loading`} />
      ) : reaches(role, "editor") ? (
        <Workbench />
      ) : (
        <Alert severity="info">
          <Trans>
            You are a viewer. Events contain form submissions, so only editors can run queries. You can use reports and
            the dashboard.
          </Trans>
        </Alert>
      )}
    </>
  );
}

function Workbench() {
  const tables = useQuery(sqlTablesQuery);
  const [text, setText] = useState(storedStatement);
  const [state, setState] = useState<SqlState>({ kind: "nothing" });
  const input = useRef<HTMLTextAreaElement>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const change = (typed: string) => {
    setText(typed);
    storeStatement(typed);
  };
  const run = () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: "running", sql: text });
    const begun = performance.now();
    const finish = (next: SqlState) => {
      if (running.current === controller) {
        running.current = undefined;
        setState(next);
      }
    };
    runSql(text, controller.signal).then(
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
        <SqlResult state={state} maxRows={tables.data?.max_rows} onRetry={run} />
      </Box>
      {isUnreadable(tables) ? (
        <Card>
          <ErrorState
            compact
            title={t`The tables couldn’t be loaded`}
            error={tables.error}
            onRetry={() => void tables.refetch()}
          />
        </Card>
      ) : tables.data === undefined ? (
        <Skeleton variant="rounded" height={420} aria-label={t`Loading the tables`} />
      ) : (
        <SqlTableList schema={tables.data} onInsert={insert} />
      )}
    </Box>
  );
}
