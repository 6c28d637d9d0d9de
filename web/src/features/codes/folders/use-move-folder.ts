import { useQuery } from "@tanstack/react-query";
import { useUpdateFolder } from "@/features/codes/folders/api/change-folders";
import { whyNot } from "@/features/codes/folders/moving";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";
import { foldersQuery } from "@/shared/folders/folders";

/** Puts a folder into another one, or at the top, and says what came of it. */
export function useMoveFolder() {
  const { data = [] } = useQuery(foldersQuery);
  const update = useUpdateFolder();
  const toasts = useToasts();
  return (folderId: string, parentId: string | null) => {
    const folder = data.find((one) => one.folder_id === folderId);
    if (folder === undefined || folder.parent_id === parentId) {
      return;
    }
    const reason = whyNot(data, folderId, parentId);
    if (reason !== null) {
      toasts.error(reason);
      return;
    }
    const place = data.find((one) => one.folder_id === parentId);
    settle(update.mutateAsync({ folder_id: folderId, parent_id: parentId }), {
      onSuccess: () => toasts.success(`“${folder.name}” is ${place ? `in “${place.name}”` : "at the top"} now`),
      onError: toasts.error,
    });
  };
}
