import type { Code } from "@/features/codes/rules/types";
import { answerOf, api } from "@/shared/api/client";

/** Fetches the current state of the code, bypassing the cache. */
export function readCode(codeId: string): Promise<Code> {
  return answerOf(api.POST("/v1/qr/get-code", { body: { code_id: codeId } }));
}
