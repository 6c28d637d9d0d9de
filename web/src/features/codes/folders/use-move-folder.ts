import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useUpdateFolder } from "@/features/codes/folders/api/change-folders";
import { moveProblem } from "@/features/codes/folders/moving";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { foldersQuery } from "@/shared/folders/folders";

/** Moves a folder into another one or to the top level, and shows the result. */
export function useMoveFolder() {
  const { data = [] } = useQuery(foldersQuery);
  const update = useUpdateFolder();
  const toasts = useToasts();
  return (folderId: string, parentId: string | null) => {
    const folder = data.find((one) => one.folder_id === folderId);
    if (folder === undefined || folder.parent_id === parentId) {
      return;
    }
    const reason = moveProblem(data, folderId, parentId);
    if (reason !== null) {
      toasts.error(reason);
      return;
    }
    const place = data.find((one) => one.folder_id === parentId);
    handleResult(update.mutateAsync({ folder_id: folderId, parent_id: parentId }), {
      onSuccess: () =>
        toasts.success(
          place ? t`“${folder.name}” moved to “${place.name}”` : t`“${folder.name}” moved to the top level`,
        ),
      onError: toasts.error,
    });
  };
}
