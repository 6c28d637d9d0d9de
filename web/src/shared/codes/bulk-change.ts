import { plural, t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import type { components } from "@/shared/api/schema";
import { inBatches, PartialFailure } from "@/shared/codes/in-batches";
import { type ToastAction, useToasts } from "@/shared/components/toasts";
import { foldersKey } from "@/shared/folders/folders";

export type BulkAction = components["schemas"]["BulkAction"];
export type UndoStep = components["schemas"]["UndoStep"];
type Answer = components["schemas"]["CodesChanged"];
type Body = components["schemas"]["BulkCodes"];

interface BulkChange {
  codeIds: readonly string[];
  action: BulkAction;
  tags?: string[];
  utm?: Body["utm"];
  /** For a move; null removes the codes from their folders. */
  folderId?: string | null;
}

function send(code_ids: string[], { action, tags = [], utm = null, folderId }: Omit<BulkChange, "codeIds">) {
  const folder = action === "move" ? { folder_id: folderId ?? null } : {};
  return answerOf(api.POST("/v1/bulk-codes", { body: { code_ids, action, tags, utm, ...folder } }));
}

async function refresh(cache: QueryClient) {
  await Promise.all([
    cache.invalidateQueries({ queryKey: ["codes"] }),
    cache.invalidateQueries({ queryKey: foldersKey }),
  ]);
}

/** Changes many codes in the same way and returns the steps that undo it. */
export function useBulkChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ codeIds, ...change }: BulkChange): Promise<UndoStep[]> =>
      (await inBatches(codeIds, (group) => send(group, change))).flatMap((answer) => answer.undo),
    onSettled: () => refresh(cache),
  });
}

/** Returns the steps that undo the part of a change that was made before it failed. */
export function undoOfFailed(error: unknown): UndoStep[] {
  return error instanceof PartialFailure ? (error.answers as Answer[]).flatMap((answer) => answer.undo) : [];
}

async function undone(steps: readonly UndoStep[], cache: QueryClient) {
  try {
    return await undoAll(steps);
  } finally {
    await refresh(cache);
  }
}

/** Creates the undo button for the toast of a change; none if nothing can be undone. */
export function useUndo() {
  const cache = useQueryClient();
  const toasts = useToasts();
  return (steps: readonly UndoStep[], onUndone?: () => void): ToastAction | undefined => {
    const run = () =>
      handleResult(undone(steps, cache), {
        onSuccess: (lost) => {
          onUndone?.();
          toasts.success(
            lost === 0
              ? t`Undone`
              : plural(lost, {
                  one: "Undone, except for # code that has changed since",
                  other: "Undone, except for # codes that have changed since",
                }),
          );
        },
        // Repeating a step has the same result.
        onError: (error) => toasts.errorWith(error, { label: t`Try again`, onPress: run }),
      });
    return steps.length === 0 ? undefined : { label: t`Undo`, onPress: run };
  };
}

/** Performs all steps, grouping those of the same kind, and returns how many codes no longer existed. */
async function undoAll(steps: readonly UndoStep[]): Promise<number> {
  const together = new Map<string, UndoStep>();
  for (const step of steps) {
    const kind = JSON.stringify([step.action, step.folder_id, step.tags]);
    together.set(kind, { ...step, code_ids: [...(together.get(kind)?.code_ids ?? []), ...step.code_ids] });
  }
  let lost = 0;
  for (const { code_ids, action, tags, folder_id } of together.values()) {
    const change = { action, tags, folderId: folder_id };
    await inBatches(code_ids, async (group) => {
      try {
        await send(group, change);
      } catch (error) {
        const gone = new Set(error instanceof ApiError ? error.missingIds : []);
        if (gone.size === 0) {
          throw error;
        }
        lost += gone.size;
        const left = group.filter((id) => !gone.has(id));
        if (left.length > 0) {
          await send(left, change);
        }
      }
    });
  }
  return lost;
}
