import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { labelOf } from "@/blocks/samples";
import type { Placeholder } from "@/features/content/pages/editor/placeholders";
import { SETTINGS } from "@/features/content/pages/editor/settings";

interface PlaceholderDialogProps {
  placeholders: Placeholder[];
  onOpen: (placeholder: Placeholder) => void;
  onPublish: () => void;
  onClose: () => void;
}

/** Lists the sample texts that would be published, each with a link to its setting. */
export function PlaceholderDialog({ placeholders, onOpen, onPublish, onClose }: PlaceholderDialogProps) {
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="placeholders-title">
      <DialogTitle id="placeholders-title" sx={{ typography: "h5" }}>
        <Trans>Publish with placeholder text?</Trans>
      </DialogTitle>
      <DialogContent>
        <DialogContentText>
          <Trans>Visitors would see this sample text as it is. Select a text to replace it.</Trans>
        </DialogContentText>
        <List dense component="div" sx={{ mx: -2 }}>
          {placeholders.map((placeholder) => (
            <ListItemButton
              key={`${placeholder.index}.${placeholder.setting}`}
              onClick={() => onOpen(placeholder)}
              sx={{ borderRadius: 2 }}
            >
              <ListItemText
                primary={`“${placeholder.text}”`}
                secondary={`${labelOf(placeholder.type)}: ${labelOfSetting(placeholder)}`}
              />
            </ListItemButton>
          ))}
        </List>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onPublish}>
          <Trans>Publish anyway</Trans>
        </Button>
        <Button variant="contained" onClick={() => (placeholders[0] ? onOpen(placeholders[0]) : onClose())}>
          <Trans>Replace text</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function labelOfSetting({ type, setting }: Placeholder): string {
  const label = SETTINGS[type].find((it) => it.name === setting)?.label;
  return label === undefined ? setting : t(label);
}
