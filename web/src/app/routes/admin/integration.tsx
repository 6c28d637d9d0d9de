import { useParams } from "react-router";
import { ConnectionPage } from "@/features/commerce/integrations/components/connection-page";

export function Component() {
  const { connectionId = "" } = useParams();
  return <ConnectionPage connectionId={connectionId} />;
}
