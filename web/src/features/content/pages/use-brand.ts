import { useMemo } from "react";
import type { Brand } from "@/blocks/types";
import { useOrganizationData } from "@/shared/organization/organization";

/** How the organisation looks to its visitors. */
export function useBrand(): Brand {
  const organization = useOrganizationData().data;
  return useMemo(() => {
    const color = organization?.brand["color"];
    return {
      name: organization?.org_name ?? "",
      logo_url: organization?.organization_logo || null,
      color: typeof color === "string" ? color : null,
    };
  }, [organization]);
}
