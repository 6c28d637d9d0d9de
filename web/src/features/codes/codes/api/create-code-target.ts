import type { CodeForm } from "@/features/codes/codes/code-form";
import { answerOf, api, idempotencyKey } from "@/shared/api/client";
import { paths } from "@/shared/config/paths";

/** Creates what a new code of this kind leads to, if it needs something, and returns the address of the next screen. */
export async function createCodeTarget(type: CodeForm["type"], codeId: string, name: string): Promise<string> {
  switch (type) {
    case "form": {
      const body = { code_id: codeId, name };
      const page = await answerOf(api.POST("/v1/gen-page", { body, headers: idempotencyKey() }));
      return paths.updatePage(page.page_id);
    }
    case "wall": {
      const body = { code_id: codeId, name };
      const wall = await answerOf(api.POST("/v1/selfiewall/create-selfiewall", { body, headers: idempotencyKey() }));
      return paths.wall(wall.wall_id);
    }
    case "note":
      return paths.newNote(codeId);
    case "poll":
      return paths.newPoll(codeId);
    case "pass":
      return paths.passOfCode(codeId);
    case "game":
      return paths.newGame(codeId);
    case "promo":
      return paths.lockCode(codeId);
    default:
      return paths.createCodeSuccess(codeId);
  }
}
