import { OwnDomains } from "@/features/domains/components/own-domains";

export function Component() {
  return <OwnDomains />;
}
