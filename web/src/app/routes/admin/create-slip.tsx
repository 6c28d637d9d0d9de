import { CreateSlip } from "@/features/content/slips/components/create-slip";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  if (!mayEdit) {
    return <EditorsOnly title="Create a slip" what="create slips" back={{ to: paths.slips, label: "Slips" }} />;
  }
  return (
    <>
      <PageHeader title="Create a slip" subtitle="Coupons, tickets and table tents to print and hand out." />
      <CreateSlip />
    </>
  );
}
