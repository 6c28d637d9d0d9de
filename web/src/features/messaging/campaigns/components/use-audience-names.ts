import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Campaign } from "@/features/messaging/campaigns/api/campaigns";
import { codeNamesQuery } from "@/shared/codes/code-names";
import { foldersQuery } from "@/shared/folders/folders";
import { useSegmentNames } from "@/shared/segments/segments";

/** Returns a function that describes the audience of a campaign. */
export function useAudienceNames(): (audience: Campaign["audience"]) => string {
  const segments = useSegmentNames(true);
  const codes = useQuery(codeNamesQuery).data;
  const folders = useQuery(foldersQuery).data;
  return ({ kind, id }) => {
    switch (kind) {
      case "everyone":
        return t`Everyone`;
      case "segment":
        return segments.get(id ?? "") ?? t`A segment`;
      case "code":
        return codes?.get(id ?? "") ?? t`A code`;
      case "folder":
        return folders?.find((one) => one.folder_id === id)?.name ?? t`A folder`;
      default:
        return t`An import`;
    }
  };
}
