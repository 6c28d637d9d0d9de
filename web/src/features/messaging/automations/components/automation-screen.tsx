import { t } from "@lingui/core/macro";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { automationQuery, type Plan } from "@/features/messaging/automations/api/automations";
import { AutomationEditor } from "@/features/messaging/automations/components/automation-editor";
import type { Editors } from "@/features/messaging/automations/components/step-fields";
import { TemplateChoice } from "@/features/messaging/automations/components/template-choice";
import { isUnreadable } from "@/shared/api/unreadable";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** The automation in the URL. */
export function AutomationScreen({ editors }: { editors: Editors }) {
  const { automationId = "" } = useParams();
  const automation = useQuery(automationQuery(automationId));
  const organization = useOrganizationData().data;
  if (automation.isPending || organization === undefined) {
    return <Loading />;
  }
  if (isUnreadable(automation)) {
    return (
      <ErrorState
        title={t`This automation couldn’t be loaded`}
        error={automation.error}
        onRetry={() => void automation.refetch()}
        back={{ to: paths.automations, label: t`Automations` }}
      />
    );
  }
  return (
    <AutomationEditor
      key={automationId}
      automation={automation.data}
      plan={automation.data.plan}
      editors={editors}
      zone={organization.time_zone}
      mayEdit={reaches(organization.role, "editor")}
    />
  );
}

/** Creates an automation: first its template, then its steps. */
export function NewAutomation({ editors }: { editors: Editors }) {
  const [plan, setPlan] = useState<Plan | null>(null);
  const organization = useOrganizationData().data;
  if (organization === undefined) {
    return <Loading />;
  }
  return plan === null ? (
    <TemplateChoice onChoose={setPlan} />
  ) : (
    <AutomationEditor automation={null} plan={plan} editors={editors} zone={organization.time_zone} mayEdit />
  );
}

function Loading() {
  return (
    <Stack spacing={2} aria-busy="true">
      <Skeleton variant="text" width="40%" height={48} />
      <Skeleton variant="rounded" height={320} />
    </Stack>
  );
}
