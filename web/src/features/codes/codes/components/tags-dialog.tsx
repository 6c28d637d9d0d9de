import Autocomplete from "@mui/material/Autocomplete";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { tagsQuery } from "@/features/codes/codes/api/bulk-change";
import { FormDialog } from "@/shared/components/form-dialog";

const LONGEST = 40;
const MAX = 20;

interface TagsDialogProps {
  title: string;
  label: string;
  tags?: readonly string[];
  /** Whether no tags at all may be saved. */
  mayBeEmpty?: boolean;
  /** Only tags that are known can be chosen. */
  existingOnly?: boolean;
  busy: boolean;
  onSave: (tags: string[]) => void;
  onClose: () => void;
}

/** What was typed at once: several tags may stand there with commas between. */
function tagsOf(typed: string): string[] {
  return typed
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** Asks for tags, known ones or new ones. */
export function TagsDialog(props: TagsDialogProps) {
  const { title, label, tags = [], mayBeEmpty = false, existingOnly = false, busy, onSave, onClose } = props;
  const titleId = useId();
  const existing = useQuery(tagsQuery).data ?? [];
  const [selected, setSelected] = useState<readonly string[]>(tags);
  const [typed, setTyped] = useState("");
  // What was typed and not yet confirmed counts too.
  const all = [...new Set([...selected, ...(existingOnly ? [] : tagsOf(typed))])];
  const isExisting = (tag: string) => existing.some((one) => one.tag === tag);
  const problem =
    all.length > MAX
      ? `At most ${MAX} tags`
      : all.some((tag) => tag.length > LONGEST)
        ? `At most ${LONGEST} characters each`
        : "";
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Autocomplete
          multiple
          freeSolo={!existingOnly}
          options={existing.map((one) => one.tag)}
          value={[...selected]}
          onChange={(_, value) =>
            setSelected([
              ...new Set(value.flatMap((tag) => (isExisting(tag) || selected.includes(tag) ? [tag] : tagsOf(tag)))),
            ])
          }
          inputValue={typed}
          onInputChange={(_, value) => setTyped(value)}
          filterSelectedOptions
          sx={{ mt: 1 }}
          renderInput={(input) => (
            <TextField
              {...input}
              label="Tags"
              placeholder={selected.length === 0 ? "summer, terrace…" : ""}
              error={problem !== ""}
              helperText={problem || (existingOnly ? "" : "Press Enter or a comma after each tag")}
            />
          )}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          Cancel
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
