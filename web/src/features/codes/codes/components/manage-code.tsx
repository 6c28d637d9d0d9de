import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useCopyCode, useTakeLook } from "@/features/codes/codes/api/change-many";
import { useUpdateCode } from "@/features/codes/codes/api/update-code";
import { HangsDialog } from "@/features/codes/codes/components/hangs-dialog";
import { ManyDialog } from "@/features/codes/codes/components/many-dialog";
import { SlugsDialog } from "@/features/codes/codes/components/slugs-dialog";
import { TagsDialog } from "@/features/codes/codes/components/tags-dialog";
import type { Code } from "@/features/codes/codes/types";
import { settle } from "@/shared/api/settle";
import { useCodeNames } from "@/shared/codes/code-names";
import { CodePicker } from "@/shared/codes/code-picker";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";
import { useMoveCodes } from "@/shared/folders/folders";
import { MoveDialog } from "@/shared/folders/move-dialog";

export type Managing = "duplicate" | "clone" | "look" | "move" | "tags" | "many" | "hangs" | "slugs";

/** Menu entries for what is done with a code as a whole. */
export function manageItems(code: Code, onChoose: (what: Managing) => void): ReactNode[] {
  const names: [Managing, string][] = [
    ["tags", "Tags…"],
    ["move", "Move to…"],
    ["hangs", "Where it hangs…"],
    ["look", "Take another code’s look…"],
  ];
  if (code.one_time_state === null) {
    names.splice(2, 0, ["slugs", "Names in the link…"]);
    names.push(["duplicate", "Duplicate"], ["clone", "Copy into a folder…"]);
  }
  if (code.base_code_id === null) {
    names.push(["many", "Make many…"]);
  }
  return names.map(([what, label]) => (
    <MenuItem key={what} onClick={() => onChoose(what)}>
      {label}
    </MenuItem>
  ));
}

interface ManageCodeProps {
  code: Code;
  asking: Managing | null;
  onClose: () => void;
}

/** The dialogs behind those entries. */
export function ManageCode({ code, asking, onClose }: ManageCodeProps) {
  const move = useMoveCodes();
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
          title={`Copy “${code.name}” into…`}
          label="Copy"
          current={code.folder_id}
          busy={copy.isPending}
          onMove={(folderId) =>
            settle(copy.mutateAsync({ codeId: code.code_id, folderId }), {
              onSuccess: () => done(`“${code.name}” was copied`),
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "move":
      return (
        <MoveDialog
          title={`Move “${code.name}” to…`}
          current={code.folder_id}
          busy={move.isPending}
          onMove={(folderId) =>
            settle(move.mutateAsync({ codeIds: [code.code_id], folderId }), {
              onSuccess: () => done(`“${code.name}” was moved`),
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "tags":
      return (
        <TagsDialog
          title={`Tags of “${code.name}”`}
          label="Save"
          tags={code.tags}
          mayBeEmpty
          busy={update.isPending}
          onSave={(tags) =>
            settle(update.mutateAsync({ code: { code_id: code.code_id, tags }, design: null }), {
              onSuccess: () => done("The tags are saved"),
              onError: toasts.error,
            })
          }
          onClose={onClose}
        />
      );
    case "hangs":
      return <HangsDialog code={code} onClose={onClose} />;
    case "slugs":
      return <SlugsDialog code={code} onClose={onClose} />;
    case "look":
      return <LookDialog code={code} onClose={onClose} />;
    case "many":
      return <ManyDialog code={code} onClose={onClose} />;
    case null:
      return null;
  }
}

/** Copies at once and opens the copy, without asking. */
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
      .then((made) => {
        toasts.success(`“${code.name}” was duplicated`);
        return navigate(paths.showCode(made.code_id));
      })
      .catch(toasts.error)
      .finally(onClose);
  }, [code, copy, navigate, onClose, toasts]);
  return null;
}

function LookDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const titleId = useId();
  const names = useCodeNames(true);
  const [from, setFrom] = useState<string | null>(null);
  const look = useTakeLook();
  const toasts = useToasts();
  const take = () => {
    if (from !== null) {
      settle(look.mutateAsync({ from, to: code.code_id }), {
        onSuccess: () => {
          onClose();
          toasts.success(`“${code.name}” looks like “${names.get(from) ?? from}” now`);
        },
        onError: toasts.error,
      });
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        Take another code’s look
      </DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <CodePicker
            label="Code"
            value={from}
            onChange={setFrom}
            without={code.code_id}
            helperText="Colours, shapes and size; where the code leads stays."
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" disabled={from === null || look.isPending} onClick={take}>
          Take the look
        </Button>
      </DialogActions>
    </Dialog>
  );
}
