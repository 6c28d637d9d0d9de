import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import EditOutlinedIcon from "@mui/icons-material/EditOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { memo, useState } from "react";
import { type Annotation, useDeleteAnnotation } from "@/features/insights/analytics/api/annotations";
import { subjectOf, textOf } from "@/features/insights/analytics/annotations";
import { AnnotationDialog } from "@/features/insights/analytics/components/annotation-dialog";
import { useToasts } from "@/shared/components/toasts";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { usePrinting } from "@/shared/components/printing";
import { formatDateTime } from "@/shared/format/dates";

const SHOWN = 25;

interface AnnotationsListProps {
  /** Undefined while they are loading. */
  items: readonly Annotation[] | undefined;
  zone: string;
  canWrite: boolean;
  edits: boolean;
  onEdits: (edits: boolean) => void;
  /** The start and the code of a new note. */
  suggested: { starts_at: string; code_id: string | null };
  isFailing: boolean;
}

/** Annotations in the range, newest first. Notes can be added, changed and deleted. */
export const AnnotationsList = memo(function AnnotationsList({
  items,
  zone,
  canWrite,
  edits,
  onEdits,
  suggested,
  isFailing,
}: AnnotationsListProps) {
  const [written, setWritten] = useState<Annotation | AnnotationsListProps["suggested"] | null>(null);
  const [removed, setRemoved] = useState<Annotation | null>(null);
  const [isLong, setLong] = useState(false);
  const remove = useDeleteAnnotation();
  const toasts = useToasts();
  const newest = [...(items ?? [])].reverse();
  const printing = usePrinting();
  const shown = isLong || printing ? newest : newest.slice(0, SHOWN);
  const confirm = async (note: Annotation) => {
    try {
      await remove.mutateAsync(note.annotation_id);
    } catch (error) {
      toasts.error(error);
    }
    setRemoved(null);
  };
  return (
    <Card component="section" aria-label={t`Changes`} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        sx={{ flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}
      >
        <Typography variant="h5" component="h2">
          <Trans>Changes and annotations</Trans>
        </Typography>
        <Stack direction="row" spacing={1} className="no-print" sx={{ alignItems: "center" }}>
          <FormControlLabel
            control={<Switch size="small" checked={edits} onChange={(_, on) => onEdits(on)} />}
            label={t`Code changes`}
            slotProps={{ typography: { variant: "body2" } }}
          />
          {canWrite ? (
            <Button size="small" startIcon={<AddIcon />} onClick={() => setWritten(suggested)}>
              <Trans>Add annotation</Trans>
            </Button>
          ) : null}
        </Stack>
      </Stack>
      {items === undefined && !isFailing ? (
        <Skeleton variant="rounded" height={46} sx={{ my: 0.75 }} />
      ) : shown.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ py: 1 }}>
          {isFailing ? t`Changes couldn’t be loaded.` : t`No changes or annotations in this range.`}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {shown.map((note) => (
            <Stack
              component="li"
              key={note.annotation_id}
              direction="row"
              spacing={1}
              sx={{ py: 0.75, alignItems: "flex-start" }}
            >
              <Box
                aria-hidden
                sx={{
                  mt: 0.85,
                  width: 8,
                  height: 8,
                  flexShrink: 0,
                  borderRadius: "50%",
                  bgcolor: note.kind === "note" ? "warning.main" : "text.secondary",
                }}
              />
              <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                  {textOf(note)}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {spanOf(note, zone)} · {subjectOf(note)}
                  {note.author ? ` · ${note.author}` : ""}
                </Typography>
              </Box>
              {canWrite && note.kind === "note" ? (
                <Stack direction="row" className="no-print">
                  <IconButton
                    size="small"
                    aria-label={t`Edit annotation “${note.text}”`}
                    onClick={() => setWritten(note)}
                  >
                    <EditOutlinedIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={t`Delete annotation “${note.text}”`}
                    onClick={() => setRemoved(note)}
                  >
                    <DeleteOutlineIcon fontSize="small" />
                  </IconButton>
                </Stack>
              ) : null}
            </Stack>
          ))}
        </Box>
      )}
      {newest.length > SHOWN ? (
        <Button size="small" className="no-print" onClick={() => setLong(!isLong)} aria-expanded={isLong}>
          {isLong ? t`Show fewer` : t`Show all ${newest.length}`}
        </Button>
      ) : null}
      {written ? <AnnotationDialog note={written} zone={zone} onDone={() => setWritten(null)} /> : null}
      <ConfirmDialog
        open={removed !== null}
        title={t`Delete this annotation?`}
        confirmLabel={t`Delete`}
        busy={remove.isPending}
        onConfirm={() => removed && void confirm(removed)}
        onCancel={() => setRemoved(null)}
      >
        {removed?.text}
      </ConfirmDialog>
    </Card>
  );
});

function spanOf(note: Annotation, zone: string): string {
  const start = formatDateTime(note.starts_at, zone);
  return note.ends_at === null ? start : `${start} – ${formatDateTime(note.ends_at, zone)}`;
}
