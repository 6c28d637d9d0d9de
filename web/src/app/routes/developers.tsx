import { DevelopersPage } from "@/features/commerce/developers/components/developers-page";

export function Component() {
  return <DevelopersPage />;
}
