import type { Code } from "@/features/codes/rules/types";
import { answerOf, api } from "@/shared/api/client";

/** The code as it is now, not as it was read. */
export function readCode(codeId: string): Promise<Code> {
  return answerOf(api.POST("/v1/qr/get-code", { body: { code_id: codeId } }));
}
