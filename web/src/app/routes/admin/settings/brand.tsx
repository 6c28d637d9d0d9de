import { Brand } from "@/features/org/organization/components/brand";

export function Component() {
  return <Brand />;
}
