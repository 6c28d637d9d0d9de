import { plural } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { handleResult } from "@/shared/api/handle-result";
import { undoOfFailed, useBulkChange, useUndo } from "@/shared/codes/bulk-change";
import { useToasts } from "@/shared/components/toasts";
import { foldersQuery } from "@/shared/folders/folders";

/** Moves codes into a folder or out of theirs, and shows the result. */
export function useMoveToFolder() {
  const { data = [] } = useQuery(foldersQuery);
  const change = useBulkChange();
  const undo = useUndo();
  const toasts = useToasts();
  return (codeIds: readonly string[], folderId: string | null) => {
    const place = data.find((one) => one.folder_id === folderId);
    const codes = codeIds.length;
    const folder = place?.name;
    const moved = folder
      ? plural(codes, { one: `# code moved to “${folder}”`, other: `# codes moved to “${folder}”` })
      : plural(codes, { one: "# code removed from its folder", other: "# codes removed from their folders" });
    handleResult(change.mutateAsync({ codeIds, action: "move", folderId }), {
      onSuccess: (steps) => toasts.success(moved, undo(steps)),
      onError: (error) => toasts.errorWith(error, undo(undoOfFailed(error))),
    });
  };
}
