import { t } from "@lingui/core/macro";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type PassTemplate, templateQuery } from "@/features/wallet/designer/api/templates";
import { isMissing } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";

/** Loads the template named in the address. */
export function TemplateLoader({
  templateId,
  children,
}: {
  templateId: string;
  children: (template: PassTemplate) => ReactNode;
}) {
  // A refetch must not change the design while somebody is editing it.
  const template = useQuery({ ...templateQuery(templateId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  if (isUnreadable(template)) {
    return (
      <>
        {isMissing(template.error) ? null : <PageHeader title={t`Pass template`} />}
        <Card>
          <ErrorState
            error={template.error}
            onRetry={() => void template.refetch()}
            back={{ to: paths.passTemplates, label: t`Pass templates` }}
          />
        </Card>
      </>
    );
  }
  if (template.isPending) {
    return (
      <>
        <PageHeader title={t`Pass template`} />
        <Stack spacing={2}>
          <Skeleton variant="rounded" height={52} />
          <Skeleton variant="rounded" height={420} />
        </Stack>
      </>
    );
  }
  return children(template.data);
}
