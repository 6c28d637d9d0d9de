import { Navigate, useParams, useSearchParams } from "react-router";
import { SlipDesigner } from "@/features/content/slips/components/slip-designer";
import { SlipOfRoute } from "@/features/content/slips/components/slip-of-route";
import { paths } from "@/shared/config/paths";

/** `/admin/slip/:slipId` and `/admin/design-slip?slip=…`; without a slip there is one to be made. */
export function Component() {
  const { slipId } = useParams();
  const [search] = useSearchParams();
  const asked = slipId ?? search.get("slip");
  if (!asked) {
    return <Navigate to={paths.createSlip} replace />;
  }
  return (
    <SlipOfRoute key={asked} slipId={asked} title="Design slip">
      {(slip) => <SlipDesigner slip={slip} />}
    </SlipOfRoute>
  );
}
