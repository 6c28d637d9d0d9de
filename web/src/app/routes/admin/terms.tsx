import { TermsScreen } from "@/features/content/terms/components/terms-screen";

export function Component() {
  return <TermsScreen />;
}
