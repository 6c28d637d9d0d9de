import { t } from "@lingui/core/macro";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type Ref, useRef } from "react";
import type { components } from "@/shared/api/schema";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { PICTURE_TYPES, useUploadPicture } from "@/shared/media/upload-picture";

interface PictureFieldProps {
  label: string;
  value: string;
  error: boolean;
  helperText?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (address: string) => void;
  onBlur?: () => void;
  /** What becomes the address of an uploaded picture; its full one if left out. */
  addressOf?: (media: components["schemas"]["MediaRead"]) => string;
}

/** The address of a picture, or one from this device. */
export function PictureField({ label, value, disabled = false, onChange, addressOf, ...shared }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const toasts = useToasts();
  const upload = useUploadPicture();
  return (
    <Stack spacing={1}>
      <TextField
        {...shared}
        label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        size="small"
        startIcon={<UploadIcon />}
        disabled={disabled || upload.isPending}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: "flex-start" }}
      >
        {upload.isPending ? t`Uploading…` : t`Upload image`}
      </Button>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        aria-label={t`File for: ${label}`}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) {
            handleResult(upload.mutateAsync(file), {
              onSuccess: (media) => onChange(addressOf ? addressOf(media) : media.url),
              onError: toasts.error,
            });
          }
        }}
      />
    </Stack>
  );
}
