import { Account } from "@/features/org/organization/components/account";

export function Component() {
  return <Account />;
}
