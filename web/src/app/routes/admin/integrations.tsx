import { useSearchParams } from "react-router";
import { IntegrationsPage } from "@/features/commerce/integrations/components/integrations-page";

export function Component() {
  const [search] = useSearchParams();
  return <IntegrationsPage asked={search.get("connect") ?? undefined} />;
}
