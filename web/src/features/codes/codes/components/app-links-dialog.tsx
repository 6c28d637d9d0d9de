import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useId, useState } from "react";
import { type AppLinkFields, appLinkFields, type AppLinks, appLinksOf } from "@/features/codes/codes/app-links";
import { FormDialog } from "@/shared/components/form-dialog";

const GROUPS: readonly {
  system: string;
  fields: readonly { name: keyof AppLinkFields; label: string; placeholder: string; help: string }[];
}[] = [
  {
    system: "iPhone and iPad",
    fields: [
      {
        name: "ios_url",
        label: "Opens on iOS",
        placeholder: "myapp://menu/7",
        help: "A universal link (https://…) or a URL with the app’s own scheme",
      },
      {
        name: "ios_fallback",
        label: "If the app is missing, on iOS",
        placeholder: "https://apps.apple.com/app/id…",
        help: "Leave empty to use the destination",
      },
    ],
  },
  {
    system: "Android",
    fields: [
      {
        name: "android_url",
        label: "Opens on Android",
        placeholder: "myapp://menu/7",
        help: "An app link (https://…) or a URL with the app’s own scheme",
      },
      {
        name: "android_package",
        label: "Android package name",
        placeholder: "com.example.menu",
        help: "Optional. Prevents other apps from opening the link",
      },
      {
        name: "android_fallback",
        label: "If the app is missing, on Android",
        placeholder: "https://play.google.com/store/apps/…",
        help: "Leave empty to use the destination",
      },
    ],
  },
];

interface AppLinksDialogProps {
  links: AppLinks | null;
  onApply: (links: AppLinks | null) => void;
  onClose: () => void;
}

/** Which app a code opens on phones, and where those go on who have not got it. */
export function AppLinksDialog({ links, onApply, onClose }: AppLinksDialogProps) {
  const titleId = useId();
  const [fields, setFields] = useState(() => appLinkFields(links));
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", pb: 0.5 }}>
        Open an app on phones
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          People who have the app open it; everyone else stays in the browser. Computers go to the destination.
        </Typography>
        <Stack spacing={3}>
          {GROUPS.map((group) => (
            <Stack key={group.system} component="section" aria-label={group.system} spacing={2}>
              <Typography variant="subtitle2" component="h3">
                {group.system}
              </Typography>
              {group.fields.map((field) => (
                <TextField
                  key={field.name}
                  size="small"
                  label={field.label}
                  placeholder={field.placeholder}
                  helperText={field.help}
                  value={fields[field.name]}
                  onChange={(event) => setFields({ ...fields, [field.name]: event.target.value })}
                  slotProps={{ htmlInput: { maxLength: 2048, autoCapitalize: "none", spellCheck: false } }}
                />
              ))}
            </Stack>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        {links === null ? null : (
          <Button color="inherit" onClick={() => onApply(null)} sx={{ mr: "auto" }}>
            Remove app links
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="contained" onClick={() => onApply(appLinksOf(fields))}>
          Apply
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
