import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Contents, Design } from "@/features/codes/qr-picture/types";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";

type GenerateQr = components["schemas"]["GenerateQr"];

/** Fetches a picture of any content as it will be printed, and whether it can be scanned. */
export function pictureQuery(content: string, design: Design) {
  const body: Partial<GenerateQr> = { content, design, format: "svg", width: 512, height: 512 };
  return queryOptions({
    queryKey: ["picture", "drawn", body],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/gen-qr", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: 1,
  });
}

/** Renders a static code of these contents as a file. */
export function renderStatic(
  contents: Contents | undefined,
  design: Design,
  format: GenerateQr["format"],
  side: number,
) {
  const body = { contents, design, format, width: side, height: side };
  return answerOf(api.POST("/v1/gen-qr", { body }));
}

/** Fetches a static code as it will be printed, with its content and whether it can be scanned. */
export function staticPictureQuery(contents: Contents | undefined, design: Design) {
  return queryOptions({
    queryKey: ["picture", "static", contents, design],
    queryFn: () => renderStatic(contents, design, "svg", 512),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}
