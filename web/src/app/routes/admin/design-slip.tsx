import { Navigate, useParams, useSearchParams } from "react-router";
import { SlipDesigner } from "@/features/content/slips/components/slip-designer";
import { SlipLoader } from "@/features/content/slips/components/slip-loader";
import { paths } from "@/shared/config/paths";

/** `/admin/slip/:slipId` and `/admin/design-slip?slip=…`; without a slip there is one to be made. */
export function Component() {
  const { slipId } = useParams();
  const [search] = useSearchParams();
  const requestedId = slipId ?? search.get("slip");
  if (!requestedId) {
    return <Navigate to={paths.createSlip} replace />;
  }
  return (
    <SlipLoader key={requestedId} slipId={requestedId} title="Design slip">
      {(slip) => <SlipDesigner slip={slip} />}
    </SlipLoader>
  );
}
