import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "@/shared/api/client";
import { ApiError } from "@/shared/api/errors";
import type { components } from "@/shared/api/schema";

type MediaType = NonNullable<components["schemas"]["SignUrl"]["media_type"]>;

/**
 * The accepted media types besides pictures, by file extension: the type that a browser derives differs between
 * devices.
 */
const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  ".pdf": "application/pdf",
  ".csv": "text/csv",
  ".txt": "text/plain",
  ".json": "application/json",
  ".zip": "application/zip",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
};
const MAX_BYTES = 50_000_000;
const LONGEST_NAME = 200;

/** The `accept` attribute of a file input. */
export const FILE_TYPES = Object.keys(MEDIA_TYPES).join(",");

/** The location of an uploaded file. */
export interface StoredFile {
  key: string;
  name: string;
}

/** Uploads a file to the organisation's storage with a presigned URL. */
export function useUploadFile() {
  return useMutation({
    mutationFn: async (file: File): Promise<StoredFile> => {
      const media_type = typeOf(file);
      const filename = file.name.slice(-LONGEST_NAME);
      const signed = await answerOf(
        api.POST("/v1/generate-signed-url", { body: { action: "upload", filename, media_type, size: file.size } }),
      );
      const sent = await fetch(signed.url, { method: signed.method, headers: signed.headers, body: file });
      if (!sent.ok) {
        throw new ApiError({
          status: sent.status,
          code: "not_stored",
          message: t`The file couldn’t be uploaded. Please try again.`,
        });
      }
      return { key: signed.key, name: file.name };
    },
  });
}

function typeOf({ name, size }: File): MediaType {
  const mediaType = MEDIA_TYPES[/\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ""];
  if (mediaType === undefined) {
    throw refused(
      t`“${name}” is not a supported file type. Use an image or one of ${FILE_TYPES.replaceAll(",", ", ")}.`,
    );
  }
  if (size === 0) {
    throw refused(t`“${name}” is empty.`);
  }
  if (size > MAX_BYTES) {
    throw refused(t`“${name}” is larger than 50 MB.`);
  }
  return mediaType;
}

function refused(message: string): ApiError {
  return new ApiError({ status: 415, code: "file_refused", message });
}
