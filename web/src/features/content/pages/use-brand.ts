import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Brand, RootProps } from "@/blocks/types";
import { useOrganizationData } from "@/shared/organization/organization";
import { themeCss } from "@/shared/organization/themes";

/** Returns the organisation's brand as visitors see it. */
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

/** Returns the brand for a page. A page with its own theme has the cover and the logo of that theme. */
export function brandOn(own: RootProps["theme"], brand: Brand): Brand {
  return own ? { ...brand, logo_url: own.logo ?? brand.logo_url, cover_url: own.cover ?? null } : brand;
}

/**
 * Returns the fonts and variables of a page's theme: its own theme and background, or else those of the organisation.
 */
export function usePageCss({ theme, background }: Pick<RootProps, "theme" | "background">): string {
  const brand = useOrganizationData().data?.brand;
  return useQuery({ ...themeCss({ theme, background }, brand), placeholderData: keepPreviousData }).data ?? "";
}
