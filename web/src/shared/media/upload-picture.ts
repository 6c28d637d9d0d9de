import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";

/** The `accept` attribute of a file input. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif,image/avif";

const MAX_BYTES = 10_000_000;

/** Uploads a picture to the organisation's files. A picture that is too large is not sent. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) {
        const message = t`“${file.name}” is larger than 10 MB. Choose a smaller image.`;
        throw new ApiError({ status: 413, code: "too_large", message });
      }
      return answerOf(
        api.POST("/v1/upload-image", {
          body: { file },
          bodySerializer: (body) => {
            const form = new FormData();
            form.set("file", body.file);
            return form;
          },
        }),
      );
    },
  });
}
