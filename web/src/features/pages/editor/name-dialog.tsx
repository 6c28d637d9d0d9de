import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { updatePage } from "@/features/pages/api/pages";
import type { Draft } from "@/features/pages/editor/use-draft";
import { messageOf } from "@/shared/api/errors";

interface NameDialogProps {
  draft: Draft;
  onClose: () => void;
  onNamed: () => void;
}

/** What the page is called among ours, and the name it may have in an address. */
export function NameDialog({ draft, onClose, onNamed }: NameDialogProps) {
  const [name, setName] = useState(draft.page.name);
  const [vanityName, setVanityName] = useState(draft.page.vanity_name ?? "");
  const naming = useMutation({
    mutationFn: async () => {
      await draft.flush();
      return updatePage({ page_id: draft.page.page_id, name, vanity_name: vanityName.trim() || null });
    },
    onSuccess: () => {
      onNamed();
      onClose();
    },
  });
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    naming.mutate();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <form onSubmit={save}>
        <DialogTitle>Name and address</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
            <TextField
              label="Name in the address"
              value={vanityName}
              onChange={(event) => setVanityName(event.target.value)}
              error={naming.isError}
              helperText={
                naming.isError ? messageOf(naming.error) : "Letters, digits and dashes. Visitors find the page there, too."
              }
              slotProps={{
                htmlInput: { maxLength: 40, autoCapitalize: "none" },
                input: { startAdornment: <InputAdornment position="start">/pitviper/</InputAdornment> },
              }}
            />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={naming.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
