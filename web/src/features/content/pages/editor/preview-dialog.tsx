import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewPage } from "@/features/content/pages/api/pages";
import { languageName } from "@/features/content/pages/editor/settings";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { ErrorState } from "@/shared/components/state-views";

type Device = "phone" | "tablet" | "desktop";

/** The page as a chosen visitor would see it: by screen, by language, and as a new or a returning visitor. */
export function PreviewDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const data = draft.current();
  const own = data.root.props?.language ?? "en";
  const languages = [own, ...Object.keys(data.root.props?.translations ?? {}).filter((it) => it !== own)];
  const [device, setDevice] = useState<Device>("phone");
  const [language, setLanguage] = useState(own);
  const [returning, setReturning] = useState(false);
  const request = { device, language, returning, blocks: data };
  const preview = useQuery({
    queryKey: ["pages", "preview", draft.page.page_id, request],
    queryFn: () => previewPage({ page_id: draft.page.page_id, ...request }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth>
      <DialogTitle>
        <Trans>Preview</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ pt: 1, mb: 2 }}>
          <TextField
            select
            label={t`Screen`}
            value={device}
            onChange={(event) => setDevice(event.target.value as Device)}
          >
            <MenuItem value="phone">
              <Trans>Phone</Trans>
            </MenuItem>
            <MenuItem value="tablet">
              <Trans>Tablet</Trans>
            </MenuItem>
            <MenuItem value="desktop">
              <Trans>Desktop</Trans>
            </MenuItem>
          </TextField>
          <TextField select label={t`Language`} value={language} onChange={(event) => setLanguage(event.target.value)}>
            {languages.map((tag) => (
              <MenuItem key={tag} value={tag}>
                {languageName(tag)}
              </MenuItem>
            ))}
          </TextField>
          <FormControlLabel
            control={<Switch checked={returning} onChange={(_, on) => setReturning(on)} />}
            label={t`Returning visitor`}
            sx={{ flexShrink: 0 }}
          />
        </Stack>
        {preview.isError ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} compact /> : null}
        {preview.isPending ? <Box aria-busy="true" sx={{ height: "60dvh" }} /> : null}
        {preview.data ? (
          <Box sx={{ overflow: "auto", border: 1, borderColor: "divider", borderRadius: 2 }}>
            <iframe
              title={t`Page preview`}
              sandbox=""
              srcDoc={preview.data.html}
              style={{
                display: "block",
                width: preview.data.width ?? 390,
                maxWidth: device === "phone" ? "100%" : undefined,
                height: "65dvh",
                margin: "0 auto",
                border: 0,
              }}
            />
          </Box>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
