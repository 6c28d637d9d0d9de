import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
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
  system: MessageDescriptor;
  fields: readonly {
    name: keyof AppLinkFields;
    label: MessageDescriptor;
    placeholder: string;
    help: MessageDescriptor;
  }[];
}[] = [
  {
    system: msg`iPhone and iPad`,
    fields: [
      {
        name: "ios_url",
        label: msg`Opens on iOS`,
        placeholder: "myapp://menu/7",
        help: msg`A universal link (https://…) or a URL with the app’s own scheme`,
      },
      {
        name: "ios_fallback",
        label: msg`If the app isn’t installed on iOS`,
        placeholder: "https://apps.apple.com/app/id…",
        help: msg`Leave empty to use the destination`,
      },
    ],
  },
  {
    system: msg`Android`,
    fields: [
      {
        name: "android_url",
        label: msg`Opens on Android`,
        placeholder: "myapp://menu/7",
        help: msg`An app link (https://…) or a URL with the app’s own scheme`,
      },
      {
        name: "android_package",
        label: msg`Android package name`,
        placeholder: "com.example.menu",
        help: msg`Optional. Prevents other apps from opening the link`,
      },
      {
        name: "android_fallback",
        label: msg`If the app isn’t installed on Android`,
        placeholder: "https://play.google.com/store/apps/…",
        help: msg`Leave empty to use the destination`,
      },
    ],
  },
];

interface AppLinksDialogProps {
  links: AppLinks | null;
  onApply: (links: AppLinks | null) => void;
  onClose: () => void;
}

/** Edits which app a code opens on phones, and the destination for people who do not have it. */
export function AppLinksDialog({ links, onApply, onClose }: AppLinksDialogProps) {
  const titleId = useId();
  const [fields, setFields] = useState(() => appLinkFields(links));
  return (
    <FormDialog onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5", pb: 0.5 }}>
        <Trans>Open an app on phones</Trans>
      </DialogTitle>
      <DialogContent>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          <Trans>
            People who have the app open it; everyone else stays in the browser. Computers go to the destination.
          </Trans>
        </Typography>
        <Stack spacing={3}>
          {GROUPS.map((group) => (
            <Stack key={group.fields[0]?.name} component="section" aria-label={t(group.system)} spacing={2}>
              <Typography variant="subtitle2" component="h3">
                {t(group.system)}
              </Typography>
              {group.fields.map((field) => (
                <TextField
                  key={field.name}
                  size="small"
                  label={t(field.label)}
                  placeholder={field.placeholder}
                  helperText={t(field.help)}
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
            <Trans>Remove app links</Trans>
          </Button>
        )}
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="contained" onClick={() => onApply(appLinksOf(fields))}>
          <Trans>Apply</Trans>
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
