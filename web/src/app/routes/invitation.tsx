import { useLocation } from "react-router";
import { InvitationPage } from "@/features/org/organization/components/invitation-page";

export function Component() {
  return <InvitationPage token={useLocation().hash.slice(1)} />;
}
