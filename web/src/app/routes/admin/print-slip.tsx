import { t } from "@lingui/core/macro";
import { Navigate, useSearchParams } from "react-router";
import { PrintSlip } from "@/features/content/slips/components/print-slip";
import { SlipLoader } from "@/features/content/slips/components/slip-loader";
import { EditorsOnly } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  const [search] = useSearchParams();
  const slipId = search.get("slip");
  if (!slipId) {
    return <Navigate to={paths.slips} replace />;
  }
  if (!mayEdit) {
    return (
      <EditorsOnly
        title={t`Print slip`}
        text={t`Only editors can print slips.`}
        back={{ to: paths.slips, label: t`Slips` }}
      />
    );
  }
  return (
    <SlipLoader key={slipId} slipId={slipId} title={t`Print slip`}>
      {(slip) => (
        <>
          <PageHeader title={t`Print slip`} subtitle={slip.name} />
          <PrintSlip slip={slip} />
        </>
      )}
    </SlipLoader>
  );
}
