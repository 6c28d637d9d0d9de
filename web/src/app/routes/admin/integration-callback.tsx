import { CallbackPage } from "@/features/commerce/integrations/components/callback-page";

export function Component() {
  return <CallbackPage />;
}
