import { VendorPage } from "@/features/commerce/integrations/components/vendor-page";

export function Component() {
  return <VendorPage vendor="shopify" />;
}
