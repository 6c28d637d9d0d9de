import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { uploadPicture } from "@/features/pages/api/upload";
import { useToasts } from "@/shared/components/toasts";

interface PictureFieldProps {
  label: string;
  value: string;
  error: boolean;
  helperText?: string;
  onChange: (value: unknown) => void;
}

/** The address of a picture, or one from this device. */
export function PictureField({ label, value, onChange, ...shared }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const toasts = useToasts();
  const upload = useMutation({ mutationFn: uploadPicture, onSuccess: onChange, onError: toasts.error });
  return (
    <Stack spacing={1}>
      <TextField {...shared} label={label} value={value} onChange={(event) => onChange(event.target.value || null)} />
      <Button
        size="small"
        startIcon={<UploadIcon />}
        disabled={upload.isPending}
        onClick={() => input.current?.click()}
        sx={{ alignSelf: "flex-start" }}
      >
        {upload.isPending ? "Uploading …" : "Upload a picture"}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label={`File for: ${label}`}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) {
            upload.mutate(file);
          }
        }}
      />
    </Stack>
  );
}
