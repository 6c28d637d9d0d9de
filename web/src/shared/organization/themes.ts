import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

export type Theme = components["schemas"]["Theme-Output"];

interface Look {
  theme?: Partial<Theme> | null;
  background?: string | null;
  color?: string | null;
}

/** A theme as a style sheet; without one, that of the organisation, whose brand is part of the query key. */
export function themeCss(look: Look, brand: unknown = null) {
  const { theme = null, color = null } = look;
  const background = look.background || null;
  return queryOptions({
    queryKey: ["theme-css", { theme, background, color, brand }],
    queryFn: async ({ signal }) => {
      const body = { theme: theme as Theme | null, background, color };
      return (await answerOf(api.POST("/v1/preview-theme", { body, signal }))).css;
    },
    staleTime: Infinity,
  });
}

/** The named themes as style sheets in the brand color of the organisation, which is part of the query key. */
export function themesQuery(color: unknown) {
  return queryOptions({
    queryKey: ["themes", color],
    queryFn: async ({ signal }) => (await answerOf(api.GET("/v1/themes", { signal }))).themes,
    staleTime: Infinity,
  });
}

/** The available fonts. */
export const fontsQuery = queryOptions({
  queryKey: ["theme-fonts"],
  queryFn: async ({ signal }) => (await answerOf(api.GET("/v1/themes", { signal }))).fonts,
  staleTime: Infinity,
});

/** The defaults of a theme when none is chosen. */
export const CLASSIC: Theme = {
  name: "classic",
  heading_font: "inter",
  body_font: "inter",
  accent: null,
  background: "gradient",
  color: "#f6f7fa",
  color_to: null,
  picture: null,
  cover: null,
  logo: null,
  buttons: "soft",
  cards: "raised",
  dark: "auto",
};

/**
 * A gate, a notice and a poll as documents. Only pictures change them, because the theme is applied in their style
 * element.
 */
export function themeSamples(pictures: Pick<Theme, "cover" | "logo">, organization: unknown) {
  return queryOptions({
    queryKey: ["theme-samples", pictures, organization],
    queryFn: async ({ signal }) => {
      const body = { theme: { ...CLASSIC, ...pictures } };
      return answerOf(api.POST("/v1/theme-samples", { body, signal }));
    },
    staleTime: Infinity,
  });
}
