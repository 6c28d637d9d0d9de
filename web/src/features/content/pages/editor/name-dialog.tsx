import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { makeCodeFor } from "@/features/content/pages/api/pages";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { FormDialog } from "@/shared/components/form-dialog";

interface NameDialogProps {
  draft: Draft;
  onClose: () => void;
}

/** The internal name of the page, the name in its address, and the code that opens it. */
export function NameDialog({ draft, onClose }: NameDialogProps) {
  const [name, setName] = useState(draft.page.name);
  const [vanityName, setVanityName] = useState(draft.page.vanity_name ?? "");
  const { page } = draft;
  const [codeId, setCodeId] = useState(page.code_id);
  const [wantsCode, setWantsCode] = useState(false);
  const naming = useMutation({
    mutationFn: async () => {
      const isShownAsItIs = page.is_published && !page.has_changes && draft.isSaved();
      const code = wantsCode ? await makeCodeFor(name) : codeId;
      // The code is created only once, even if a later step is refused and retried.
      setCodeId(code);
      setWantsCode(false);
      const moved = code === page.code_id ? {} : { code_id: code };
      const named = await draft.alter({ name, vanity_name: vanityName.trim() || null, ...moved });
      // A page that moves to another code is published again under it, unless that would publish pending changes.
      if (isShownAsItIs && !named.is_published) {
        await draft.alter({ action: "publish" });
      }
    },
    onSuccess: onClose,
  });
  const problems = naming.error instanceof ApiError ? naming.error.fields : {};
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    naming.mutate();
  };
  return (
    <FormDialog onClose={onClose} maxWidth="xs" fullWidth>
      <form onSubmit={save}>
        <DialogTitle sx={{ typography: "h5" }}>
          <Trans>Name, URL and code</Trans>
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <TextField
              label={t`Name`}
              required
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={problems["name"] !== undefined}
              helperText={problems["name"]}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <TextField
              label={t`URL slug`}
              value={vanityName}
              onChange={(event) => setVanityName(event.target.value)}
              error={problems["vanity_name"] !== undefined}
              helperText={
                problems["vanity_name"] ?? t`Letters, digits and dashes. The page is also available at this URL.`
              }
              slotProps={{
                htmlInput: { maxLength: 40, autoCapitalize: "none" },
                input: {
                  startAdornment: (
                    <InputAdornment position="start">
                      <Trans>/p/</Trans>
                    </InputAdornment>
                  ),
                },
              }}
            />
            <CodePicker
              label={t`Code`}
              value={wantsCode ? null : codeId}
              onChange={setCodeId}
              disabled={wantsCode}
              error={problems["code_id"] !== undefined}
              helperText={problems["code_id"] ?? t`People who scan it see this page instead of its current content.`}
            />
            {page.code_id === null ? (
              <FormControlLabel
                control={<Switch checked={wantsCode} onChange={(_, on) => setWantsCode(on)} />}
                label={t`Create a new code for this page`}
              />
            ) : null}
            {naming.isError ? <Alert severity="error">{messageOf(naming.error)}</Alert> : null}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose} color="inherit">
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={naming.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
