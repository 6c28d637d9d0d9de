import { CustomDomains } from "@/features/hosts/custom-domains/components/custom-domains";

export function Component() {
  return <CustomDomains />;
}
