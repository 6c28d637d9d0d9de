import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { codeQuery } from "@/features/codes/codes/api/get-code";
import type { Code } from "@/features/codes/codes/types";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

interface CodeOfRouteProps {
  codeId?: string;
  children: (code: Code) => ReactNode;
}

/** Loads the code that the address names, and shows that it is loading or that it failed. */
export function CodeLoader({ codeId, children }: CodeOfRouteProps) {
  const params = useParams();
  const code = useQuery(codeQuery(codeId ?? params["codeId"] ?? ""));
  if (code.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="text" width="40%" height={48} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    );
  }
  if (isUnreadable(code)) {
    return (
      <ErrorState
        title={t`This code couldn’t be loaded`}
        error={code.error}
        onRetry={() => void code.refetch()}
        back={{ to: paths.codes, label: t`My codes` }}
      />
    );
  }
  return <>{children(code.data)}</>;
}
