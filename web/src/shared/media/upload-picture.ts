import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";

/** What an input of type file should offer. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif,image/avif";

/** Sends a picture to the organisation's files. */
export function useUploadPicture() {
  return useMutation({
    mutationFn: (file: File) =>
      answerOf(
        api.POST("/v1/upload-image", {
          // The schema says "binary" as a string; what is sent is the file itself.
          body: { file: file as unknown as string },
          bodySerializer: () => {
            const form = new FormData();
            form.set("file", file);
            return form;
          },
        }),
      ),
  });
}
