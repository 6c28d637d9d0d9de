import { ApiKeysScreen } from "@/features/org/organization/components/api-keys-screen";

export function Component() {
  return <ApiKeysScreen />;
}
