import { ContactRules } from "@/features/people/consents/components/contact-rules";
import { useOrganization } from "@/shared/organization/organization";

export function Component() {
  const { role } = useOrganization();
  return <ContactRules role={role} />;
}
