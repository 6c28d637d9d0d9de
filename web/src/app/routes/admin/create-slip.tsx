import { t } from "@lingui/core/macro";
import { CreateSlip } from "@/features/content/slips/components/create-slip";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  if (!mayEdit) {
    return (
      <EditorsOnly
        title={t`Create a slip`}
        text={t`Only editors can create slips.`}
        back={{ to: paths.slips, label: t`Slips` }}
      />
    );
  }
  return (
    <>
      <PageHeader title={t`Create a slip`} subtitle={t`Coupons, tickets and table tents to print and hand out.`} />
      <CreateSlip />
    </>
  );
}
