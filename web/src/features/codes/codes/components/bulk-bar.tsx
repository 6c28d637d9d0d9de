import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
import IconButton from "@mui/material/IconButton";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { BulkActions, type BulkItem } from "@/features/codes/codes/components/bulk-actions";
import { SelectAll } from "@/features/codes/codes/components/select-all";
import { PicturesDialog } from "@/features/codes/codes/components/pictures-dialog";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import { UtmDialog } from "@/features/codes/codes/components/utm-dialog";
import type { ListCodes } from "@/features/codes/codes/types";
import type { Utm } from "@/features/codes/codes/utm";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { type BulkAction, undoOfFailed, type UndoStep, useBulkChange, useUndo } from "@/shared/codes/bulk-change";
import { formatCount } from "@/shared/format/numbers";
import { codeNamesQuery } from "@/shared/codes/code-names";
import { PartialFailure } from "@/shared/codes/in-batches";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { MoveDialog } from "@/shared/folders/move-dialog";

interface BulkBarProps {
  selected: ReadonlySet<string>;
  deleted: boolean;
  /** The request of the list, and how many codes match it over all its pages. */
  body: Partial<ListCodes>;
  total: number;
  onSelect: (ids: ReadonlySet<string>) => void;
}

/**
 * More than any page shows. Actions on more codes than this need a confirmation, even if one click is enough on a page.
 */
const MANY = 100;

const QUESTIONS: Partial<
  Record<BulkAction, { verb: MessageDescriptor; ask: (codes: number) => string; text: MessageDescriptor }>
> = {
  pause: {
    verb: msg`Pause`,
    ask: (codes) => plural(codes, { one: "Pause # code?", other: "Pause # codes?" }),
    text: msg`Visitors get the fallback, if there is one, until you reactivate the codes.`,
  },
  resume: {
    verb: msg`Reactivate`,
    ask: (codes) => plural(codes, { one: "Reactivate # code?", other: "Reactivate # codes?" }),
    text: msg`Paused codes lead to their destinations again.`,
  },
  restore: {
    verb: msg`Restore`,
    ask: (codes) => plural(codes, { one: "Restore # code?", other: "Restore # codes?" }),
    text: msg`The codes lead to their destinations again.`,
  },
};

function doneText(action: BulkAction, codes: number): string {
  switch (action) {
    case "pause":
      return plural(codes, { one: "# code paused", other: "# codes paused" });
    case "resume":
      return plural(codes, { one: "# code reactivated", other: "# codes reactivated" });
    case "delete":
      return plural(codes, { one: "# code deleted", other: "# codes deleted" });
    case "restore":
      return plural(codes, { one: "# code restored", other: "# codes restored" });
    case "move":
      return plural(codes, { one: "# code moved", other: "# codes moved" });
    case "add_tags":
      return plural(codes, { one: "# code tagged", other: "# codes tagged" });
    default:
      return plural(codes, { one: "# code changed", other: "# codes changed" });
  }
}

/** The actions for the selected codes. */
export function BulkBar({ selected, deleted, body, total, onSelect }: BulkBarProps) {
  const [asking, setAsking] = useState<BulkAction | "pictures" | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const cache = useQueryClient();
  const change = useBulkChange();
  const undo = useUndo();
  const toasts = useToasts();
  const isRunning = useRef(false);
  const codeIds = [...selected];
  const count = codeIds.length;
  const done = (action: BulkAction, steps: readonly UndoStep[]) => {
    setAsking(null);
    // Codes that left this list cannot be changed in it. After an undo, they are selected again.
    const leaves = action === "delete" || action === "restore";
    if (leaves) {
      onSelect(new Set());
    }
    toasts.success(doneText(action, count), undo(steps, leaves ? () => onSelect(selected) : undefined));
  };
  const failed = (error: unknown) => {
    const [doneBefore, reason] = error instanceof PartialFailure ? [error.done, error.cause] : [0, error];
    const missingIds = new Set(reason instanceof ApiError ? reason.missingIds : []);
    // Codes that are done need no repetition, and deleted ones would stop the others every time.
    if (doneBefore > 0 || missingIds.size > 0) {
      setAsking(null);
      onSelect(new Set(codeIds.slice(doneBefore).filter((id) => !missingIds.has(id))));
    }
    toasts.errorWith(
      missingIds.size > 0
        ? new Error(t`${messageOf(error)} They are no longer selected. Try again with the others.`)
        : error,
      undo(undoOfFailed(error), () => onSelect(selected)),
    );
  };
  // The selected codes, and this bar with them, may leave the list before the result is shown.
  const run = (action: BulkAction, more: { tags?: string[]; utm?: Utm; folderId?: string | null } = {}) => {
    // Ignores the second click of a double click.
    if (isRunning.current) {
      return;
    }
    isRunning.current = true;
    handleResult(change.mutateAsync({ codeIds, action, ...more }), {
      onSuccess: (steps) => done(action, steps),
      onError: failed,
      onSettled: () => (isRunning.current = false),
    });
  };
  const runOrAsk = (action: BulkAction) => (codeIds.length > MANY ? setAsking(action) : run(action));
  // While all codes are being selected, no action may run on the previous selection.
  const busy = change.isPending || isChoosing;
  const question = asking === null || asking === "pictures" ? undefined : QUESTIONS[asking];
  const items: BulkItem[] = deleted
    ? [{ icon: <RestoreIcon />, label: t`Restore`, isFirst: true, onPress: () => runOrAsk("restore") }]
    : [
        { icon: <DriveFileMoveOutlinedIcon />, label: t`Move to…`, isFirst: true, onPress: () => setAsking("move") },
        { icon: <LabelOutlinedIcon />, label: t`Add tags`, isFirst: true, onPress: () => setAsking("add_tags") },
        { icon: <LabelOffOutlinedIcon />, label: t`Remove tags`, onPress: () => setAsking("remove_tags") },
        { icon: <CampaignOutlinedIcon />, label: t`UTM parameters`, onPress: () => setAsking("put_utm") },
        { icon: <DownloadIcon />, label: t`Images`, onPress: () => setAsking("pictures") },
        { icon: <PauseIcon />, label: t`Pause`, isFirst: true, onPress: () => runOrAsk("pause") },
        { icon: <PlayArrowIcon />, label: t`Reactivate`, onPress: () => runOrAsk("resume") },
        { icon: <DeleteOutlinedIcon />, label: t`Delete`, isFirst: true, onPress: () => setAsking("delete") },
      ];
  return (
    <>
      <Box
        data-floating-bar
        sx={{
          position: "fixed",
          zIndex: "appBar",
          // Above the areas on phones, and next to the navigation elsewhere.
          bottom: { xs: "calc(72px + env(safe-area-inset-bottom, 0px))", md: 16 },
          left: { xs: 8, md: "calc(var(--side-bar, 0px) + 16px)" },
          right: { xs: 8, md: 16 },
          display: "flex",
          justifyContent: "center",
          pointerEvents: "none",
        }}
      >
        <Paper
          role="toolbar"
          aria-label={t`Selected codes`}
          elevation={8}
          sx={{
            pointerEvents: "auto",
            display: "flex",
            alignItems: "center",
            gap: 0.5,
            maxWidth: "100%",
            overflowX: "auto",
            "& > *": { flexShrink: 0 },
            pl: 2,
            pr: 1,
            py: 0.75,
            borderRadius: 3,
            border: 1,
            borderColor: "divider",
          }}
        >
          <Typography variant="subtitle2" noWrap>
            <Trans>
              {formatCount(count)}{" "}
              <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
                selected
              </Box>
            </Trans>
          </Typography>
          <IconButton size="small" aria-label={t`Clear selection`} disabled={busy} onClick={() => onSelect(new Set())}>
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
          <Divider orientation="vertical" flexItem sx={{ my: 0.5 }} />
          <BulkActions items={items} busy={busy} />
        </Paper>
      </Box>
      {asking === "move" ? (
        <MoveDialog
          title={plural(count, { one: "Move # code to…", other: "Move # codes to…" })}
          current={null}
          busy={busy}
          onMove={(folderId) => run("move", { folderId })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "add_tags" || asking === "remove_tags" ? (
        <TagsDialog
          title={
            asking === "add_tags"
              ? plural(count, { one: "Tag # code", other: "Tag # codes" })
              : plural(count, { one: "Remove tags from # code", other: "Remove tags from # codes" })
          }
          label={asking === "add_tags" ? t`Add` : t`Remove`}
          existingOnly={asking === "remove_tags"}
          busy={busy}
          onSave={(tags) => run(asking, { tags })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === "pictures" ? (
        <PicturesDialog
          title={plural(count, { one: "Image of # code", other: "Images of # codes" })}
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
          title={plural(count, { one: "UTM parameters for # code", other: "UTM parameters for # codes" })}
          label={t`Apply to destinations`}
          busy={busy}
          onApply={(utm) => run("put_utm", { utm })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {question && asking !== null && asking !== "pictures" ? (
        <ConfirmDialog
          open
          title={question.ask(count)}
          confirmLabel={t(question.verb)}
          color="primary"
          busy={busy}
          onConfirm={() => run(asking)}
          onCancel={() => setAsking(null)}
        >
          {t(question.text)}
        </ConfirmDialog>
      ) : null}
      <ConfirmDialog
        open={asking === "delete"}
        title={plural(count, { one: "Delete # code?", other: "Delete # codes?" })}
        confirmLabel={t`Delete`}
        busy={busy}
        onConfirm={() => run("delete")}
        onCancel={() => setAsking(null)}
      >
        <Trans>
          Visitors get the fallback, if there is one. Analytics are kept, and you can restore the codes for 30 days.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
