import { Navigate, useSearchParams } from "react-router";
import { PrintSlip } from "@/features/content/slips/components/print-slip";
import { SlipLoader } from "@/features/content/slips/components/slip-loader";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";

export function Component() {
  const [search] = useSearchParams();
  const slipId = search.get("slip");
  if (!slipId) {
    return <Navigate to={paths.slips} replace />;
  }
  return (
    <SlipLoader key={slipId} slipId={slipId} title="Print slip">
      {(slip) => (
        <>
          <PageHeader title="Print slip" subtitle={slip.name} />
          <PrintSlip slip={slip} />
        </>
      )}
    </SlipLoader>
  );
}
