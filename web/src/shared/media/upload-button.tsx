import { t } from "@lingui/core/macro";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Button, { type ButtonProps } from "@mui/material/Button";
import { useRef } from "react";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { PICTURE_TYPES, useUploadPicture } from "@/shared/media/upload-picture";

interface UploadButtonProps extends Pick<ButtonProps, "variant" | "disabled" | "sx"> {
  /** The purpose of the picture. */
  name: string;
  label: string;
  onUploaded: (media: components["schemas"]["MediaRead"]) => void;
}

/** A small button that uploads a picture from this device. */
export function UploadButton({ name, label, onUploaded, ...button }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPicture();
  const toasts = useToasts();
  return (
    <>
      <Button
        size="small"
        startIcon={<UploadIcon />}
        loading={upload.isPending}
        loadingPosition="start"
        onClick={() => input.current?.click()}
        {...button}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        aria-label={t`File for: ${name}`}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) {
            handleResult(upload.mutateAsync(file), { onSuccess: onUploaded, onError: toasts.error });
          }
        }}
      />
    </>
  );
}
