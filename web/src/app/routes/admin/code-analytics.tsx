import { Trans } from "@lingui/react/macro";
import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { CodeLoader } from "@/app/routes/admin/code-loader";
import type { CodeScope } from "@/features/insights/analytics/dashboard-query";
import { Dashboard } from "@/features/insights/analytics/components/dashboard";
import { childrenCountQuery } from "@/features/codes/codes/api/count-children";
import type { Code } from "@/features/codes/codes/types";
import { paths } from "@/shared/config/paths";

export function Component() {
  return <CodeLoader>{(code) => <CodeAnalytics code={code} />}</CodeLoader>;
}

function CodeAnalytics({ code }: { code: Code }) {
  const id = code.code_id;
  const isChild = code.base_code_id !== null;
  // Nothing waits for this count: the queries of a code always include its children, whether or not it has any.
  const { data: children } = useQuery({ ...childrenCountQuery(id), enabled: !isChild });
  const of = useMemo<CodeScope>(() => ({ id, isChild, children }), [id, isChild, children]);
  return (
    <>
      <Button
        component={Link}
        to={paths.showCode(id)}
        startIcon={<ArrowBackIcon />}
        size="small"
        sx={{ mb: 1, ml: -1 }}
      >
        <Trans>Back to code</Trans>
      </Button>
      <Dashboard title={code.name} code={of} />
    </>
  );
}
