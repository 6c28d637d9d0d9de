import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import type { Media } from "@/features/content/ai-qr/types";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { PICTURE_TYPES, type useUploadPicture } from "@/shared/media/upload-picture";

interface OwnPictureProps {
  media: Media | null;
  upload: ReturnType<typeof useUploadPicture>;
  onMedia: (media: Media | null) => void;
  problem?: string;
}

/** A picture from this device: choose, see, replace and remove it. */
export function OwnPicture({ media, upload, onMedia, problem }: OwnPictureProps) {
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const errorText = upload.isError ? messageOf(upload.error) : problem;
  const remove = () => {
    upload.reset();
    onMedia(null);
    // The pressed button disappears, so keyboard users continue at the remaining one.
    choose.current?.focus();
  };
  return (
    <div>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: "center", flexWrap: "wrap" }}>
        {media === null ? null : (
          <Box
            component="img"
            src={media.sizes["320"] ?? media.url}
            alt={t`Selected: ${media.name}`}
            sx={{
              width: 88,
              height: 88,
              objectFit: "cover",
              borderRadius: 2,
              border: 1,
              borderColor: "divider",
              flexShrink: 0,
            }}
          />
        )}
        <Box sx={{ minWidth: 0, flex: "1 1 180px" }}>
          {media === null ? null : (
            <Typography variant="body2" noWrap sx={{ mb: 0.75 }}>
              {media.name}
            </Typography>
          )}
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
            <Button ref={choose} variant="outlined" loading={upload.isPending} onClick={() => file.current?.click()}>
              {media === null ? t`Choose image` : t`Replace image`}
            </Button>
            {media === null ? null : (
              <Button color="inherit" startIcon={<DeleteOutlinedIcon />} disabled={upload.isPending} onClick={remove}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </Stack>
        </Box>
      </Stack>
      <input
        ref={file}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        aria-label={t`Your image`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows the same file to be chosen again.
          event.target.value = "";
          if (file) {
            // The upload counts even if another style has hidden this field in the meantime. Its error is shown here.
            handleResult(upload.mutateAsync(file), { onSuccess: onMedia });
          }
        }}
      />
      {errorText ? (
        <Typography color="error" variant="body2" role="alert" sx={{ mt: 0.75 }}>
          {errorText}
        </Typography>
      ) : null}
    </div>
  );
}
