import { OwnDomains } from "@/features/hosts/custom-domains/components/own-domains";

export function Component() {
  return <OwnDomains />;
}
