import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Skeleton from "@mui/material/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ErrorState } from "@/shared/components/state-views";
import { flattenTree, foldersQuery, treeOf } from "@/shared/folders/folders";

interface MoveDialogProps {
  title: string;
  /** The label of the button. */
  label?: string;
  topLabel?: string;
  current: string | null;
  /** A folder that cannot be chosen, nor can anything in it. */
  without?: string;
  busy: boolean;
  onMove: (folderId: string | null) => void;
  onClose: () => void;
}

/** Asks for a folder. Mounted only while open, so that its state starts fresh each time. */
export function MoveDialog(props: MoveDialogProps) {
  const titleId = useId();
  const folders = useQuery(foldersQuery);
  const [selectedId, setSelectedId] = useState(props.current ?? "");
  const nodes = flattenTree(treeOf(folders.data ?? []));
  const left = nodes.find((node) => node.folder_id === props.without);
  const hidden = new Set(left ? flattenTree([left]).map((node) => node.folder_id) : []);
  const [first] = useState(selectedId);
  const radio = (id: string) => <Radio size="small" autoFocus={id === first} />;
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {props.title}
      </DialogTitle>
      <DialogContent dividers>
        {folders.isPending ? <Skeleton variant="rounded" height={160} /> : null}
        {folders.isError ? <ErrorState compact error={folders.error} onRetry={() => void folders.refetch()} /> : null}
        {folders.data ? (
          <RadioGroup aria-labelledby={titleId} value={selectedId} onChange={(_, value) => setSelectedId(value)}>
            <FormControlLabel value="" control={radio("")} label={props.topLabel ?? t`No folder`} />
            {nodes
              .filter((node) => !hidden.has(node.folder_id))
              .map((node) => (
                <FormControlLabel
                  key={node.folder_id}
                  value={node.folder_id}
                  control={radio(node.folder_id)}
                  label={node.name}
                  sx={{ ml: node.depth * 3 - 1.375, mr: 0, overflowWrap: "anywhere" }}
                />
              ))}
          </RadioGroup>
        ) : null}
      </DialogContent>
      <DialogActions sx={{ px: 3, py: 2 }}>
        <Button color="inherit" onClick={props.onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={props.busy || !folders.isSuccess}
          onClick={() => props.onMove(selectedId === "" ? null : selectedId)}
        >
          {props.label ?? t`Move`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
