import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useId, useState } from "react";
import { TagsField } from "@/features/codes/codes/components/tags-field";
import { splitTags, tagsProblem } from "@/features/codes/codes/tags";
import { FormDialog } from "@/shared/components/form-dialog";

interface TagsDialogProps {
  title: string;
  label: string;
  tags?: readonly string[];
  /** Whether an empty list of tags may be saved. */
  mayBeEmpty?: boolean;
  /** Whether only existing tags can be chosen. */
  existingOnly?: boolean;
  busy: boolean;
  onSave: (tags: string[]) => void;
  onClose: () => void;
}

/** Asks for tags, existing or new. */
export function TagsDialog(props: TagsDialogProps) {
  const { title, label, tags = [], mayBeEmpty = false, existingOnly = false, busy, onSave, onClose } = props;
  const titleId = useId();
  const [selected, setSelected] = useState<readonly string[]>(tags);
  const [typed, setTyped] = useState("");
  // Tags that were typed but not confirmed count too.
  const all = [...new Set([...selected, ...(existingOnly ? [] : splitTags(typed))])];
  const problem = tagsProblem(all);
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <TagsField
            tags={selected}
            typed={typed}
            onTags={setSelected}
            onTyped={setTyped}
            existingOnly={existingOnly}
            autoFocus
          />
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={busy || problem !== "" || (!mayBeEmpty && all.length === 0)}
          onClick={() => onSave(all)}
        >
          {label}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
