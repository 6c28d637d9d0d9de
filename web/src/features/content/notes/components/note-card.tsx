import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AttachFileIcon from "@mui/icons-material/AttachFile";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import LockOutlinedIcon from "@mui/icons-material/LockOutlined";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import PublicIcon from "@mui/icons-material/Public";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router";
import type { Note } from "@/features/content/notes/types";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";

interface NoteCardProps {
  note: Note;
  zone: string | undefined;
  canEdit: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** One note in the list. */
export function NoteCard({ note, zone, canEdit, onOpen, onDelete }: NoteCardProps) {
  return (
    <Card component="li" sx={{ p: 2.5, display: "flex", flexDirection: "column", gap: 1, minHeight: 190 }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start", justifyContent: "space-between" }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          {note.title}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          icon={note.is_public ? <PublicIcon /> : <LockOutlinedIcon />}
          label={note.is_public ? t`Public` : t`Internal`}
        />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        <Trans>
          On{" "}
          <Link component={RouterLink} to={paths.showCode(note.code_id)}>
            {note.code_name || t`a code`}
          </Link>
          , {formatDate(note.updated_at, zone)}
        </Trans>
      </Typography>
      <Typography
        variant="body2"
        sx={{
          flex: 1,
          overflowWrap: "anywhere",
          whiteSpace: "pre-line",
          display: "-webkit-box",
          WebkitBoxOrient: "vertical",
          WebkitLineClamp: 4,
          overflow: "hidden",
        }}
      >
        {note.excerpt}
      </Typography>
      <Stack direction="row" spacing={0.5} sx={{ alignItems: "center", ml: -1 }}>
        {canEdit ? (
          <Button size="small" startIcon={<EditOutlinedIcon />} onClick={onOpen} aria-label={t`Edit ${note.title}`}>
            <Trans>Edit</Trans>
          </Button>
        ) : null}
        {note.is_public ? (
          <Button
            size="small"
            href={note.public_url}
            target="_blank"
            rel="noopener"
            startIcon={<OpenInNewIcon />}
            aria-label={t`Open public page of ${note.title}`}
          >
            <Trans>Page</Trans>
          </Button>
        ) : null}
        <Box sx={{ flex: 1 }} />
        {note.attachments.length > 0 ? (
          <Chip
            size="small"
            icon={<AttachFileIcon />}
            label={note.attachments.length}
            aria-label={plural(note.attachments.length, { one: "# attachment", other: "# attachments" })}
          />
        ) : null}
        {canEdit ? (
          <Tooltip title={t`Delete`}>
            <IconButton size="small" aria-label={t`Delete ${note.title}`} onClick={onDelete}>
              <DeleteOutlinedIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        ) : null}
      </Stack>
    </Card>
  );
}
