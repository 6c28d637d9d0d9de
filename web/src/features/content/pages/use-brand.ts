import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Brand, RootProps } from "@/blocks/types";
import { useOrganizationData } from "@/shared/organization/organization";
import { themeCss } from "@/shared/organization/themes";

/** How the organisation looks to its visitors. */
export function useBrand(): Brand {
  const organization = useOrganizationData().data;
  const css = usePageCss({});
  return useMemo(() => {
    const theme = organization?.brand["theme"] as RootProps["theme"];
    return {
      name: organization?.org_name ?? "",
      logo_url: theme?.logo ?? (organization?.organization_logo || null),
      cover_url: theme?.cover ?? null,
      css,
    };
  }, [organization, css]);
}

/** The organisation's look on a page; a page with a theme of its own has the cover and the logo of that theme. */
export function brandOn(own: RootProps["theme"], brand: Brand): Brand {
  return own ? { ...brand, logo_url: own.logo ?? brand.logo_url, cover_url: own.cover ?? null } : brand;
}

/** The fonts and variables of a page's look: its own theme and background, else those of the organisation. */
export function usePageCss({ theme, background }: Pick<RootProps, "theme" | "background">): string {
  const brand = useOrganizationData().data?.brand;
  return useQuery({ ...themeCss({ theme, background }, brand), placeholderData: keepPreviousData }).data ?? "";
}
