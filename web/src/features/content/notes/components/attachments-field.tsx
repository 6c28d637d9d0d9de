import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AttachFileIcon from "@mui/icons-material/AttachFile";
import CloseIcon from "@mui/icons-material/Close";
import InsertDriveFileOutlinedIcon from "@mui/icons-material/InsertDriveFileOutlined";
import Alert from "@mui/material/Alert";
import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type ChangeEvent, useRef, useState } from "react";
import type { Attachment } from "@/features/content/notes/types";
import { messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { FILE_TYPES, useUploadFile } from "@/shared/media/upload-file";
import { PICTURE_TYPES, useUploadPicture } from "@/shared/media/upload-picture";

export type FileOfNote = Pick<Attachment, "name" | "key" | "url" | "is_picture">;

interface AttachmentsFieldProps {
  files: readonly FileOfNote[];
  onChange: (change: (files: readonly FileOfNote[]) => readonly FileOfNote[]) => void;
  /** Called when an upload starts and ends: a note that is saved during an upload would lack the file. */
  onSending: (isSending: boolean) => void;
}

const MAX_FILES = 20;
const LONGEST_NAME = 160;

/** Pictures and other files attached to a note, each with a descriptive name. */
export function AttachmentsField({ files, onChange, onSending }: AttachmentsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const pictures = useUploadPicture();
  const uploadFile = useUploadFile();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const send = async (file: File): Promise<FileOfNote> => {
    if (file.type.startsWith("image/")) {
      const { url, name } = await pictures.mutateAsync(file);
      return { name: name || file.name, key: url.replace(/^.*?\/media\//, ""), url, is_picture: true };
    }
    const { key, name } = await uploadFile.mutateAsync(file);
    return { name: name.slice(0, LONGEST_NAME), key, url: "", is_picture: false };
  };
  const sendAll = async (chosen: readonly File[]) => {
    const failed = [];
    for (const file of chosen) {
      try {
        const sent = await send(file);
        // Attachments that were renamed or removed during the upload stay as they are.
        onChange((now) => (now.some(({ key }) => key === sent.key) ? now : [...now, sent]));
      } catch (reason) {
        failed.push(`${file.name}: ${messageOf(reason)}`);
      }
    }
    return failed;
  };
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = "";
    if (chosen.length === 0) {
      return;
    }
    const room = Math.max(0, MAX_FILES - files.length);
    const left = chosen.slice(room).map((file) => t`${file.name}: a note can have at most ${MAX_FILES} files.`);
    setProblems([]);
    onSending(true);
    handleResult(sendAll(chosen.slice(0, room)), {
      onSuccess: (failed) => setProblems([...failed, ...left]),
      onSettled: () => onSending(false),
    });
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
            label={t`Description of attachment ${index + 1}`}
            value={file.name}
            onChange={(event) => rename(index, event.target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
          <IconButton
            aria-label={t`Remove attachment ${index + 1}`}
            onClick={() => onChange((now) => now.filter((_, place) => place !== index))}
          >
            <CloseIcon />
          </IconButton>
        </Stack>
      ))}
      {problems.length > 0 ? (
        <Alert severity="error" onClose={() => setProblems([])} sx={{ overflowWrap: "anywhere" }}>
          {problems.map((problem, place) => (
            <div key={place}>{problem}</div>
          ))}
        </Alert>
      ) : null}
      <Box>
        <input
          ref={input}
          type="file"
          multiple
          accept={`${PICTURE_TYPES},${FILE_TYPES}`}
          hidden
          onChange={add}
          data-testid="attachment-input"
        />
        <Button
          variant="outlined"
          startIcon={<AttachFileIcon />}
          loading={pictures.isPending || uploadFile.isPending}
          loadingPosition="start"
          disabled={files.length >= MAX_FILES}
          onClick={() => input.current?.click()}
        >
          <Trans>Attach files</Trans>
        </Button>
      </Box>
    </Stack>
  );
}
