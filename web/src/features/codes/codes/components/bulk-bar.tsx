import CampaignOutlinedIcon from "@mui/icons-material/CampaignOutlined";
import CloseIcon from "@mui/icons-material/Close";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import DownloadIcon from "@mui/icons-material/Download";
import DriveFileMoveOutlinedIcon from "@mui/icons-material/DriveFileMoveOutlined";
import LabelOffOutlinedIcon from "@mui/icons-material/LabelOffOutlined";
import LabelOutlinedIcon from "@mui/icons-material/LabelOutlined";
import PauseIcon from "@mui/icons-material/Pause";
import PlayArrowIcon from "@mui/icons-material/PlayArrow";
import RestoreIcon from "@mui/icons-material/RestoreFromTrash";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type BulkAction, useBulkChange } from "@/features/codes/codes/api/bulk-change";
import { SelectAll } from "@/features/codes/codes/components/select-all";
import { PicturesDialog } from "@/features/codes/codes/components/pictures-dialog";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import { UtmDialog } from "@/features/codes/codes/components/utm-dialog";
import type { ListCodes } from "@/features/codes/codes/types";
import type { Utm } from "@/features/codes/codes/utm";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { codeNamesQuery } from "@/shared/codes/code-names";
import { PartialFailure } from "@/shared/codes/in-batches";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { useMoveCodes } from "@/shared/folders/folders";
import { MoveDialog } from "@/shared/folders/move-dialog";
import { SHORT } from "@/shared/theme/short";

interface BulkBarProps {
  selected: ReadonlySet<string>;
  deleted: boolean;
  /** What the list asks for, and how many codes match it over all its pages. */
  body: Partial<ListCodes>;
  total: number;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/** More than any page shows: what is done with one click on a page asks first here. */
const MANY = 100;

const QUESTIONS: Partial<Record<BulkAction, { verb: string; text: string }>> = {
  pause: {
    verb: "Pause",
    text: "Visitors get the fallback, if there is one, until you reactivate the codes.",
  },
  resume: { verb: "Reactivate", text: "Paused codes lead to their destinations again." },
  restore: { verb: "Restore", text: "The codes lead to their destinations again." },
};

const DONE: Record<BulkAction, string> = {
  pause: "paused",
  resume: "active again",
  delete: "deleted; you can restore them for 30 days",
  restore: "back",
  move: "moved",
  add_tags: "tagged",
  remove_tags: "changed",
  put_utm: "changed",
};

/** What can be done with the chosen codes together. */
export function BulkBar({ selected, deleted, body, total, onSelect }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkAction | "pictures" | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const cache = useQueryClient();
  const change = useBulkChange();
  const move = useMoveCodes();
  const toasts = useToasts();
  const codeIds = [...selected];
  const count = codeIds.length === 1 ? "1 code" : `${codeIds.length.toLocaleString("en")} codes`;
  const done = (action: BulkAction) => {
    setAsking(null);
    onSelect(new Set());
    toasts.success(`${count} ${codeIds.length === 1 ? "is" : "are"} ${DONE[action]}`);
  };
  const failed = (error: unknown) => {
    const [doneBefore, reason] = error instanceof PartialFailure ? [error.done, error.cause] : [0, error];
    const missingIds = new Set(reason instanceof ApiError ? reason.missingIds : []);
    // Those that are done need not be done again, and what is gone would stop the others each time.
    if (doneBefore > 0 || missingIds.size > 0) {
      setAsking(null);
      onSelect(new Set(codeIds.slice(doneBefore).filter((id) => !missingIds.has(id))));
    }
    toasts.error(
      missingIds.size > 0
        ? new Error(`${messageOf(error)} They are no longer selected. Try again with the others.`)
        : error,
    );
  };
  // The selected codes may leave the list, and this bar with them, before the result is shown.
  const run = (action: BulkAction, more: { tags?: string[]; utm?: Utm } = {}) =>
    handleResult(change.mutateAsync({ codeIds, action, ...more }), { onSuccess: () => done(action), onError: failed });
  const runOrAsk = (action: BulkAction) => (codeIds.length > MANY ? setAsking(action) : run(action));
  // While all are being chosen nothing is done with the few of before.
  const busy = change.isPending || move.isPending || isChoosing;
  const question = asking === null || asking === "pictures" ? undefined : QUESTIONS[asking];
  return (
    <Paper
      role="toolbar"
      aria-label="Selected codes"
      variant="outlined"
      sx={{
        position: "sticky",
        top: { xs: 64, sm: 72 },
        [SHORT]: { position: "static" },
        zIndex: "appBar",
        display: "flex",
        // On a phone one line that can be pushed along: it stays above the list and must not hide it.
        flexWrap: { xs: "nowrap", sm: "wrap" },
        overflowX: { xs: "auto", sm: "visible" },
        "& > *": { flexShrink: 0 },
        alignItems: "center",
        gap: 0.5,
        px: 1.5,
        py: 0.75,
        mb: 1.5,
      }}
    >
      <Typography variant="subtitle2" noWrap>
        {count} selected
      </Typography>
      <IconButton
        size="small"
        aria-label="Clear selection"
        disabled={busy}
        onClick={() => onSelect(new Set())}
        sx={{ mr: 0.5 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <SelectAll
        key={JSON.stringify(body)}
        selectedCount={selected.size}
        body={body}
        total={total}
        busy={busy}
        onAsking={setChoosing}
        onSelect={onSelect}
      />
      {deleted ? (
        <Action icon={<RestoreIcon />} label="Restore" busy={busy} onClick={() => runOrAsk("restore")} />
      ) : (
        <>
          <Action icon={<DriveFileMoveOutlinedIcon />} label="Move to…" busy={busy} onClick={() => setAsking("move")} />
          <Action icon={<LabelOutlinedIcon />} label="Add tags" busy={busy} onClick={() => setAsking("add_tags")} />
          <Action
            icon={<LabelOffOutlinedIcon />}
            label="Remove tags"
            busy={busy}
            onClick={() => setAsking("remove_tags")}
          />
          <Action
            icon={<CampaignOutlinedIcon />}
            label="UTM parameters"
            busy={busy}
            onClick={() => setAsking("put_utm")}
          />
          <Action icon={<DownloadIcon />} label="Images" busy={busy} onClick={() => setAsking("pictures")} />
          <Action icon={<PauseIcon />} label="Pause" busy={busy} onClick={() => runOrAsk("pause")} />
          <Action icon={<PlayArrowIcon />} label="Reactivate" busy={busy} onClick={() => runOrAsk("resume")} />
          <Action icon={<DeleteOutlinedIcon />} label="Delete" busy={busy} onClick={() => setAsking("delete")} />
        </>
      )}
      {asking === "move" ? (
        <MoveDialog
          title={`Move ${count} to…`}
          current={null}
          busy={busy}
          onMove={(folderId) =>
            handleResult(move.mutateAsync({ codeIds, folderId }), { onSuccess: () => done("move"), onError: failed })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "add_tags" || asking === "remove_tags" ? (
        <TagsDialog
          title={asking === "add_tags" ? `Tag ${count}` : `Remove tags from ${count}`}
          label={asking === "add_tags" ? "Add" : "Remove"}
          existingOnly={asking === "remove_tags"}
          busy={busy}
          onSave={(tags) => run(asking, { tags })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "pictures" ? (
        <PicturesDialog
          title={`Images of ${count}`}
          fileName="codes"
          codes={async () => {
            const names = await cache.query(codeNamesQuery);
            return codeIds.map((code_id) => ({ code_id, name: names.get(code_id) ?? code_id }));
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "put_utm" ? (
        <UtmDialog
          title={`UTM parameters for ${count}`}
          label="Apply to destinations"
          busy={busy}
          onApply={(utm) => run("put_utm", { utm })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {question && asking !== null && asking !== "pictures" ? (
        <ConfirmDialog
          open
          title={`${question.verb} ${count}?`}
          confirmLabel={question.verb}
          color="primary"
          busy={busy}
          onConfirm={() => run(asking)}
          onCancel={() => setAsking(null)}
        >
          {question.text}
        </ConfirmDialog>
      ) : null}
      <ConfirmDialog
        open={asking === "delete"}
        title={`Delete ${count}?`}
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => run("delete")}
        onCancel={() => setAsking(null)}
      >
        Visitors get the fallback, if there is one. Analytics are kept, and you can restore the codes for 30 days.
      </ConfirmDialog>
    </Paper>
  );
}

function Action({
  icon,
  label,
  busy,
  onClick,
}: {
  icon: ReactNode;
  label: string;
  busy: boolean;
  onClick: () => void;
}) {
  return (
    <Button size="small" color="inherit" startIcon={icon} disabled={busy} onClick={onClick}>
      {label}
    </Button>
  );
}
