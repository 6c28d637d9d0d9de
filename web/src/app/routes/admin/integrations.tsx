import { IntegrationsPage } from "@/features/commerce/integrations/components/integrations-page";

export function Component() {
  return <IntegrationsPage />;
}
