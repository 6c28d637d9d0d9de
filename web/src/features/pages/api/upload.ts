import { answerOf, api } from "@/shared/api/client";

/** Uploads a picture and gives its public address. */
export async function uploadPicture(file: File): Promise<string> {
  const media = await answerOf(
    api.POST("/v1/upload-image", {
      body: { file: file as unknown as string },
      bodySerializer: ({ file: content }) => {
        const form = new FormData();
        form.append("file", content as unknown as Blob);
        return form;
      },
    }),
  );
  return media.url;
}
