import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useCopyCode, useCopyDesign } from "@/features/codes/codes/api/bulk-change";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { CopyAbroad, CopyAbroadItem } from "@/features/codes/codes/components/copy-abroad";
import { PlacementDialog } from "@/features/codes/codes/components/placement-dialog";
import { BulkCreateDialog } from "@/features/codes/codes/components/bulk-create-dialog";
import { SlugsDialog } from "@/features/codes/codes/components/slugs-dialog";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import type { Code } from "@/features/codes/codes/types";
import { handleResult } from "@/shared/api/handle-result";
import { useBulkChange, useUndo } from "@/shared/codes/bulk-change";
import { useCodeNames } from "@/shared/codes/code-names";
import { CodePicker } from "@/shared/codes/code-picker";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { MoveDialog } from "@/shared/folders/move-dialog";

export type Managing = "duplicate" | "clone" | "look" | "move" | "tags" | "many" | "hangs" | "slugs" | "abroad";

/** Returns the menu items for actions on a code as a whole. */
export function manageItems(code: Code, onChoose: (what: Managing) => void): ReactNode[] {
  const names: [Managing, string][] = [
    ["tags", t`Tags…`],
    ["move", t`Move to…`],
    ["hangs", t`Placement…`],
    ["look", t`Copy another code’s design…`],
  ];
  if (code.one_time_state === null) {
    names.splice(2, 0, ["slugs", t`Link slugs…`]);
    names.push(["duplicate", t`Duplicate`], ["clone", t`Copy to folder…`]);
  }
  if (code.base_code_id === null) {
    names.push(["many", t`Create in bulk…`]);
  }
  const items = names.map(([what, label]) => (
    <MenuItem key={what} onClick={() => onChoose(what)}>
      {label}
    </MenuItem>
  ));
  return code.one_time_state === null
    ? [...items, <CopyAbroadItem key="abroad" onClick={() => onChoose("abroad")} />]
    : items;
}

interface ManageCodeProps {
  code: Code;
  asking: Managing | null;
  onClose: () => void;
}

/** The dialogs that those menu items open. */
export function ManageCode({ code, asking, onClose }: ManageCodeProps) {
  const move = useBulkChange();
  const undo = useUndo();
  const copy = useCopyCode();
  const update = useUpdateCode();
  const toasts = useToasts();
  const done = (text: string) => {
    onClose();
    toasts.success(text);
  };
  switch (asking) {
    case "duplicate":
      return <Duplicate code={code} onClose={onClose} />;
    case "clone":
      return (
        <MoveDialog
          title={t`Copy “${code.name}” to…`}
          label={t`Copy`}
          current={code.folder_id}
          busy={copy.isPending}
          onMove={(folderId) =>
            handleResult(copy.mutateAsync({ codeId: code.code_id, folderId }), {
              onSuccess: () => done(t`“${code.name}” was copied`),
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "move":
      return (
        <MoveDialog
          title={t`Move “${code.name}” to…`}
          current={code.folder_id}
          busy={move.isPending}
          onMove={(folderId) =>
            handleResult(move.mutateAsync({ codeIds: [code.code_id], action: "move", folderId }), {
              onSuccess: (steps) => {
                onClose();
                toasts.success(t`“${code.name}” was moved`, undo(steps));
              },
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "tags":
      return (
        <TagsDialog
          title={t`Tags for “${code.name}”`}
          label={t`Save`}
          tags={code.tags}
          mayBeEmpty
          busy={update.isPending}
          onSave={(tags) =>
            handleResult(update.mutateAsync({ code: { code_id: code.code_id, tags }, design: null }), {
              onSuccess: () => done(t`Tags saved`),
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "hangs":
      return <PlacementDialog code={code} onClose={onClose} />;
    case "slugs":
      return <SlugsDialog code={code} onClose={onClose} />;
    case "abroad":
      return <CopyAbroad code={code} onClose={onClose} />;
    case "look":
      return <CopyDesignDialog code={code} onClose={onClose} />;
    case "many":
      return <BulkCreateDialog code={code} onClose={onClose} />;
    case null:
      return null;
  }
}

/** Copies a code at once and opens the copy, without asking. */
function Duplicate({ code, onClose }: { code: Code; onClose: () => void }) {
  const copy = useCopyCode();
  const toasts = useToasts();
  const navigate = useNavigate();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) {
      return;
    }
    begun.current = true;
    copy
      .mutateAsync({ codeId: code.code_id })
      .then((copy) => {
        toasts.success(t`“${code.name}” was duplicated`);
        return navigate(paths.showCode(copy.code_id));
      })
      .catch(toasts.error)
      .finally(onClose);
  }, [code, copy, navigate, onClose, toasts]);
  return null;
}

function CopyDesignDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const titleId = useId();
  const names = useCodeNames(true);
  const [from, setFrom] = useState<string | null>(null);
  const copyDesign = useCopyDesign();
  const toasts = useToasts();
  const take = () => {
    if (from !== null) {
      handleResult(copyDesign.mutateAsync({ from, to: code.code_id }), {
        onSuccess: () => {
          onClose();
          toasts.success(t`“${code.name}” now has the design of “${names.get(from) ?? from}”`);
        },
        onError: toasts.error,
      });
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Copy another code’s design</Trans>
      </DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <CodePicker
            label={t`Code`}
            value={from}
            onChange={setFrom}
            without={code.code_id}
            helperText={t`Copies colours, shapes and size. The destination stays the same.`}
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="contained" disabled={from === null || copyDesign.isPending} onClick={take}>
          <Trans>Copy design</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
