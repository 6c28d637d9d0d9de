import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PaletteIcon from "@mui/icons-material/PaletteOutlined";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useTheme } from "@mui/material/styles";
import { useState } from "react";
import type { RootProps } from "@/blocks/types";
import { useOrganizationData } from "@/shared/organization/organization";
import { CLASSIC, type Theme } from "@/shared/organization/themes";
import { ThemeEditor } from "@/shared/theme-editor/theme-editor";

interface PageThemeProps {
  theme: RootProps["theme"];
  onChange: (theme: RootProps["theme"]) => void;
}

/** The theme of one page: the organisation's, or its own. */
export function PageTheme({ theme, onChange }: PageThemeProps) {
  const brand = useOrganizationData().data?.brand["theme"] as Partial<Theme> | undefined;
  const isSmall = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [draft, setDraft] = useState<Theme | null>(null);
  const close = () => setDraft(null);
  return (
    <Stack spacing={1} data-setting="theme">
      <Typography variant="subtitle2" component="h3">
        <Trans>Theme</Trans>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {theme ? t`This page has its own theme.` : t`This page uses the organisation’s theme.`}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
        <Button
          variant="outlined"
          startIcon={<PaletteIcon />}
          onClick={() => setDraft({ ...CLASSIC, ...brand, ...theme })}
        >
          {theme ? t`Edit theme` : t`Choose a theme`}
        </Button>
        {theme ? (
          <Button onClick={() => onChange(null)}>
            <Trans>Use the organisation’s theme</Trans>
          </Button>
        ) : null}
      </Stack>
      {draft === null ? null : (
        <Dialog open onClose={close} maxWidth="lg" fullWidth fullScreen={isSmall}>
          <DialogTitle>
            <Trans>Theme of this page</Trans>
          </DialogTitle>
          <DialogContent>
            <ThemeEditor theme={draft} onChange={setDraft} mayEdit ofPage />
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              variant="contained"
              onClick={() => {
                onChange(draft);
                close();
              }}
            >
              <Trans>Apply</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Stack>
  );
}
