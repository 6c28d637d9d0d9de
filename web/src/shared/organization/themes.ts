import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type Theme = components["schemas"]["Theme-Output"];

interface Look {
  theme?: Partial<Theme> | null;
  background?: string | null;
  color?: string | null;
}

/** A theme as a style sheet; without one that of the organisation, whose brand is part of the question. */
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
