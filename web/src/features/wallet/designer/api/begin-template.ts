import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useSaveTemplate } from "@/features/wallet/designer/api/templates";
import { pngOf } from "@/features/wallet/designer/drawings";
import type { Starter } from "@/features/wallet/designer/starters";
import { ApiError } from "@/shared/api/errors";
import { useUploadPicture } from "@/shared/media/upload-picture";

const MOST_NAMES = 20;

interface Begun {
  starter: Starter;
  organization: string;
}

/**
 * Creates a template from a starter: uploads its drawings to the media library and chooses a name that is not taken.
 */
export function useBeginTemplate() {
  const upload = useUploadPicture();
  const save = useSaveTemplate();
  return useMutation({
    mutationFn: async ({ starter, organization }: Begun) => {
      const name = t(starter.name);
      const placed = await Promise.all(
        Object.entries(starter.pictures).map(async ([slot, address]) => {
          const { media_id } = await upload.mutateAsync(await pngOf(address, `${name} ${slot}`));
          return [slot, { media_id, x: 0.5, y: 0.5, zoom: 1 }] as const;
        }),
      );
      const content = { ...starter.content(organization), pictures: Object.fromEntries(placed) };
      for (let tries = 1; ; tries += 1) {
        const free = tries === 1 ? name : `${name} ${tries}`;
        try {
          return await save.mutateAsync({ template_id: null, name: free, content, revision: null });
        } catch (error) {
          const isTaken = error instanceof ApiError && "name" in error.fields;
          if (!isTaken || tries === MOST_NAMES) {
            throw error;
          }
        }
      }
    },
  });
}
