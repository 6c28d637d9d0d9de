import { t } from "@lingui/core/macro";
import { FormsList } from "@/features/content/forms/components/forms-list";
import { PageHeader } from "@/shared/components/page-header";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return (
    <>
      <PageHeader title={t`Forms`} subtitle={t`What visitors answered, on every page with a form.`} />
      <FormsList mayEdit={reaches(role, "editor")} />
    </>
  );
}
