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
import { type BulkAction, useBulkChange } from "@/features/codes/codes/api/change-many";
import { ChooseAll } from "@/features/codes/codes/components/choose-all";
import { PicturesDialog } from "@/features/codes/codes/components/pictures-dialog";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import { UtmDialog } from "@/features/codes/codes/components/utm-dialog";
import type { ListCodes } from "@/features/codes/codes/types";
import type { Utm } from "@/features/codes/codes/utm";
import { ApiError, messageOf } from "@/shared/api/errors";
import { settle } from "@/shared/api/settle";
import { codeNamesQuery } from "@/shared/codes/code-names";
import { StoppedHalfway } from "@/shared/codes/in-groups";
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

const ASKED: Partial<Record<BulkAction, { verb: string; text: string }>> = {
  pause: {
    verb: "Pause",
    text: "They stop leading where they lead, or lead to their fallback, until they are made active again.",
  },
  resume: { verb: "Make active", text: "Those that are paused lead where they led before." },
  restore: { verb: "Restore", text: "They lead where they led before they were deleted." },
};

const DONE: Record<BulkAction, string> = {
  pause: "paused",
  resume: "active again",
  delete: "deleted; for 30 days they can be restored",
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
    const [doneBefore, reason] = error instanceof StoppedHalfway ? [error.done, error.cause] : [0, error];
    const gone = new Set(reason instanceof ApiError ? reason.gone : []);
    // Those that are done need not be done again, and what is gone would stop the others each time.
    if (doneBefore > 0 || gone.size > 0) {
      setAsking(null);
      onSelect(new Set(codeIds.slice(doneBefore).filter((id) => !gone.has(id))));
    }
    toasts.error(
      gone.size > 0 ? new Error(`${messageOf(error)} They are no longer chosen: try again with the others.`) : error,
    );
  };
  // What was chosen may leave the list, and this bar with it, before the answer is told.
  const run = (action: BulkAction, more: { tags?: string[]; utm?: Utm } = {}) =>
    settle(change.mutateAsync({ codeIds, action, ...more }), { onSuccess: () => done(action), onError: failed });
  const runOrAsk = (action: BulkAction) => (codeIds.length > MANY ? setAsking(action) : run(action));
  // While all are being chosen nothing is done with the few of before.
  const busy = change.isPending || move.isPending || isChoosing;
  const asked = asking === null || asking === "pictures" ? undefined : ASKED[asking];
  return (
    <Paper
      role="toolbar"
      aria-label="Chosen codes"
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
        {count} chosen
      </Typography>
      <IconButton
        size="small"
        aria-label="Choose none"
        disabled={busy}
        onClick={() => onSelect(new Set())}
        sx={{ mr: 0.5 }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
      <ChooseAll
        key={JSON.stringify(body)}
        chosen={selected.size}
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
            label="Campaign values"
            busy={busy}
            onClick={() => setAsking("put_utm")}
          />
          <Action icon={<DownloadIcon />} label="Pictures" busy={busy} onClick={() => setAsking("pictures")} />
          <Action icon={<PauseIcon />} label="Pause" busy={busy} onClick={() => runOrAsk("pause")} />
          <Action icon={<PlayArrowIcon />} label="Make active" busy={busy} onClick={() => runOrAsk("resume")} />
          <Action icon={<DeleteOutlinedIcon />} label="Delete" busy={busy} onClick={() => setAsking("delete")} />
        </>
      )}
      {asking === "move" ? (
        <MoveDialog
          title={`Move ${count} to…`}
          current={null}
          busy={busy}
          onMove={(folderId) =>
            settle(move.mutateAsync({ codeIds, folderId }), { onSuccess: () => done("move"), onError: failed })
          }
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "add_tags" || asking === "remove_tags" ? (
        <TagsDialog
          title={asking === "add_tags" ? `Tag ${count}` : `Take tags off ${count}`}
          label={asking === "add_tags" ? "Add" : "Remove"}
          onlyKnown={asking === "remove_tags"}
          busy={busy}
          onSave={(tags) => run(asking, { tags })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "pictures" ? (
        <PicturesDialog
          title={`Pictures of ${count}`}
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
          title={`Campaign values for ${count}`}
          label="Put on destinations"
          busy={busy}
          onApply={(utm) => run("put_utm", { utm })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asked && asking !== null && asking !== "pictures" ? (
        <ConfirmDialog
          open
          title={`${asked.verb} ${count}?`}
          confirmLabel={asked.verb}
          color="primary"
          busy={busy}
          onConfirm={() => run(asking)}
          onCancel={() => setAsking(null)}
        >
          {asked.text}
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
        They stop leading anywhere, or lead to their fallback. Their numbers stay, and you can restore them for 30 days.
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
