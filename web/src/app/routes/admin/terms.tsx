import { TermsScreen } from "@/features/terms/components/terms-screen";

export function Component() {
  return <TermsScreen />;
}
