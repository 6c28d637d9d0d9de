import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { Ref } from "react";
import type { components } from "@/shared/api/schema";
import { UploadButton } from "@/shared/media/upload-button";

interface PictureFieldProps {
  label: string;
  value: string;
  error: boolean;
  helperText?: string;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (address: string) => void;
  onBlur?: () => void;
  /** Returns the address of an uploaded picture; defaults to its full one. */
  addressOf?: (media: components["schemas"]["MediaRead"]) => string;
}

/** A field for the address of a picture, with an upload from this device. */
export function PictureField({ label, value, disabled = false, onChange, addressOf, ...shared }: PictureFieldProps) {
  return (
    <Stack spacing={1}>
      <TextField
        {...shared}
        label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <UploadButton
        name={label}
        label={t`Upload image`}
        disabled={disabled}
        onUploaded={(media) => onChange(addressOf ? addressOf(media) : media.url)}
        sx={{ alignSelf: "flex-start" }}
      />
    </Stack>
  );
}
