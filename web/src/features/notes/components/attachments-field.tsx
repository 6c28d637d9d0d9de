import AttachFileIcon from "@mui/icons-material/AttachFile";
import CloseIcon from "@mui/icons-material/Close";
import InsertDriveFileOutlinedIcon from "@mui/icons-material/InsertDriveFileOutlined";
import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type ChangeEvent, useRef } from "react";
import type { Attachment } from "@/features/notes/types";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";
import { FILE_TYPES, useUploadFile } from "@/shared/media/upload-file";
import { PICTURE_TYPES, useUploadPicture } from "@/shared/media/upload-picture";

export type FileOfNote = Pick<Attachment, "name" | "key" | "url" | "is_picture">;

interface AttachmentsFieldProps {
  files: readonly FileOfNote[];
  onChange: (change: (files: readonly FileOfNote[]) => readonly FileOfNote[]) => void;
  /** Told while a file is on its way: a note kept meanwhile would be kept without it. */
  onSending: (isSending: boolean) => void;
}

const MAX_FILES = 20;
const LONGEST_NAME = 160;

/** Pictures and other files beside a note, each with a name that says what it is. */
export function AttachmentsField({ files, onChange, onSending }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const pictures = useUploadPicture();
  const others = useUploadFile();
  const toasts = useToasts();
  const send = async (file: File): Promise<FileOfNote> => {
    if (file.type.startsWith("image/")) {
      const { url, name } = await pictures.mutateAsync(file);
      return { name: name || file.name, key: url.replace(/^.*?\/media\//, ""), url, is_picture: true };
    }
    const { key, name } = await others.mutateAsync(file);
    return { name: name.slice(0, LONGEST_NAME), key, url: "", is_picture: false };
  };
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file) {
      onSending(true);
      settle(send(file), {
        // What was renamed or removed while the file was on its way stays so.
        onSuccess: (sent) => onChange((now) => [...now, sent]),
        onError: toasts.error,
        onSettled: () => onSending(false),
      });
    }
  };
  const rename = (index: number, name: string) =>
    onChange((now) => now.map((file, place) => (place === index ? { ...file, name } : file)));
  return (
    <Stack spacing={1.5}>
      {files.map((file, index) => (
        <Stack key={file.key} direction="row" spacing={1.5} sx={{ alignItems: "center" }}>
          <Avatar variant="rounded" src={file.is_picture ? file.url : undefined} alt="">
            <InsertDriveFileOutlinedIcon />
          </Avatar>
          <TextField
            label={`Description of attachment ${index + 1}`}
            value={file.name}
            onChange={(event) => rename(index, event.target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
          <IconButton
            aria-label={`Remove attachment ${index + 1}`}
            onClick={() => onChange((now) => now.filter((_, place) => place !== index))}
          >
            <CloseIcon />
          </IconButton>
        </Stack>
      ))}
      <Box>
        <input ref={input} type="file" accept={`${PICTURE_TYPES},${FILE_TYPES}`} hidden onChange={add} data-testid="attachment-input" />
        <Button
          variant="outlined"
          startIcon={<AttachFileIcon />}
          loading={pictures.isPending || others.isPending}
          loadingPosition="start"
          disabled={files.length >= MAX_FILES}
          onClick={() => input.current?.click()}
        >
          Attach a file
        </Button>
      </Box>
    </Stack>
  );
}
