import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { formQuery } from "@/features/content/forms/api/forms";
import { FormAnswers } from "@/features/content/forms/components/form-answers";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const [params] = useSearchParams();
  const form = useQuery(formQuery({ page_id: params.get("page") ?? "", form_id: params.get("form") ?? "" }));
  const { role } = useOrganization();
  if (form.isPending) {
    return (
      <Stack spacing={2} aria-busy="true">
        <Skeleton variant="text" width="40%" height={48} />
        <Skeleton variant="rounded" height={320} />
      </Stack>
    );
  }
  if (isUnreadable(form)) {
    return (
      <ErrorState
        title={t`This form couldn’t be loaded`}
        error={form.error}
        onRetry={() => void form.refetch()}
        back={{ to: paths.forms, label: t`Forms` }}
      />
    );
  }
  return <FormAnswers form={form.data} mayEdit={reaches(role, "editor")} />;
}
