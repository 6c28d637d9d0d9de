import { t } from "@lingui/core/macro";
import { Navigate, useParams, useSearchParams } from "react-router";
import { SlipDesigner } from "@/features/content/slips/components/slip-designer";
import { SlipLoader } from "@/features/content/slips/components/slip-loader";
import { SlipReading } from "@/features/content/slips/components/slip-reading";
import { ViewerNote } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { reaches, useOrganization } from "@/shared/organization/organization";

/** `/admin/slip/:slipId` and `/admin/design-slip?slip=…`. Without a slip, it starts a new one. */
export function Component() {
  const mayEdit = reaches(useOrganization().role, "editor");
  const { slipId } = useParams();
  const [search] = useSearchParams();
  const requestedId = slipId ?? search.get("slip");
  if (!requestedId) {
    return <Navigate to={paths.createSlip} replace />;
  }
  if (!mayEdit) {
    return (
      <SlipLoader key={requestedId} slipId={requestedId} title={t`Slip`}>
        {(slip) => (
          <>
            <PageHeader title={slip.name} />
            <ViewerNote text={t`You are a viewer. Only editors can change and print this slip.`} />
            <SlipReading slip={slip} />
          </>
        )}
      </SlipLoader>
    );
  }
  return (
    <SlipLoader key={requestedId} slipId={requestedId} title={t`Design slip`}>
      {(slip) => <SlipDesigner slip={slip} />}
    </SlipLoader>
  );
}
