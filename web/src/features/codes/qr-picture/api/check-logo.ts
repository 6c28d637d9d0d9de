import { answerOf, api } from "@/shared/api/client";
import { ApiError, isRefusal } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";

type GenerateQr = components["schemas"]["GenerateQr"];

/**
 * Returns why the server rejects a logo. Returns null if it accepts it or can't be reached now, as saving checks it
 * again.
 */
export async function problemOfLogo(image: string): Promise<string | null> {
  const body: Partial<GenerateQr> = {
    content: "logo",
    design: { logo: { image } },
    format: "svg",
    width: 128,
    height: 128,
  };
  try {
    await answerOf(api.POST("/v1/gen-qr", { body }));
    return null;
  } catch (error) {
    const isOfLogo =
      error instanceof ApiError && Object.keys(error.fields).some((field) => field.startsWith("design.logo"));
    return isOfLogo && isRefusal(error) ? error.message : null;
  }
}
