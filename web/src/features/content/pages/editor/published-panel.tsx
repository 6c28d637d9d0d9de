import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import InboxIcon from "@mui/icons-material/InboxOutlined";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import QrCodeIcon from "@mui/icons-material/QrCode2";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { codePictureQuery } from "@/features/content/pages/api/pages";
import { PageThumbnail } from "@/features/content/pages/components/page-thumbnail";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import { useBrand } from "@/features/content/pages/use-brand";
import { messageOf } from "@/shared/api/errors";
import { CopyIconButton } from "@/shared/components/copy-button";
import { paths } from "@/shared/config/paths";

interface PublishedPanelProps {
  draft: Draft;
  /** Creates a code for the page. Undefined while one is being created. */
  onMakeCode: (() => void) | undefined;
  onClose: () => void;
}

/** The next steps after publication: the link, the code to print, the public page, and where its answers appear. */
export function PublishedPanel({ draft, onMakeCode, onClose }: PublishedPanelProps) {
  const { page } = draft;
  const brand = useBrand();
  const picture = useQuery({ ...codePictureQuery(page.code_id ?? ""), enabled: page.code_id !== null });
  const link = picture.data?.url ?? new URL(page.public_url, window.location.origin).href;
  const data = draft.current();
  const hasForm = data.content.some((block) => block.type === "Form");
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="published-title">
      <DialogTitle id="published-title" sx={{ typography: "h5" }}>
        <Trans>Your page is live</Trans>
      </DialogTitle>
      <DialogContent>
        <Typography color="textSecondary">
          <Trans>Visitors can see it now.</Trans>
        </Typography>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={3} sx={{ mt: 2 }}>
          <Box
            sx={{
              width: { xs: "60%", sm: 180 },
              alignSelf: { xs: "center", sm: "flex-start" },
              flexShrink: 0,
              border: 1,
              borderColor: "divider",
              borderRadius: 3,
              overflow: "hidden",
            }}
          >
            <PageThumbnail data={data} brand={brand} height={640} />
          </Box>
          <Stack spacing={2} sx={{ flex: 1, minWidth: 0 }}>
            <TextField
              label={t`Link`}
              value={link}
              slotProps={{
                htmlInput: { readOnly: true, onFocus: (event: { target: HTMLInputElement }) => event.target.select() },
                input: { endAdornment: <CopyIconButton text={link} label={t`Copy link`} /> },
              }}
            />
            {page.code_id === null ? (
              <Stack spacing={1} sx={{ alignItems: "flex-start" }}>
                <Typography variant="body2" color="textSecondary">
                  <Trans>No QR code leads to this page yet.</Trans>
                </Typography>
                <Button
                  variant="outlined"
                  startIcon={<QrCodeIcon />}
                  aria-disabled={onMakeCode === undefined}
                  onClick={onMakeCode}
                >
                  {onMakeCode === undefined ? t`Creating a code…` : t`Create a code for this page`}
                </Button>
              </Stack>
            ) : picture.isError ? (
              <Alert
                severity="warning"
                action={
                  <Button color="inherit" size="small" onClick={() => void picture.refetch()}>
                    <Trans>Try again</Trans>
                  </Button>
                }
              >
                {messageOf(picture.error)}
              </Alert>
            ) : (
              <Stack direction="row" spacing={2} sx={{ alignItems: "center" }}>
                {picture.data ? (
                  <Box
                    component="img"
                    src={picture.data.svg_url}
                    alt={t`QR code of ${page.name}`}
                    sx={{
                      width: 112,
                      height: 112,
                      p: 0.75,
                      bgcolor: "#fff",
                      borderRadius: 2,
                      border: 1,
                      borderColor: "divider",
                    }}
                  />
                ) : (
                  <Skeleton variant="rounded" width={112} height={112} />
                )}
                <Stack spacing={0.5} sx={{ alignItems: "flex-start" }}>
                  <Button size="small" component="a" href={picture.data?.picture_url} download disabled={!picture.data}>
                    <Trans>Download PNG</Trans>
                  </Button>
                  <Button size="small" component={Link} to={paths.showCode(page.code_id)}>
                    <Trans>Print and design</Trans>
                  </Button>
                </Stack>
              </Stack>
            )}
            {hasForm ? (
              <Button
                component={Link}
                to={paths.formsOf(page.page_id)}
                startIcon={<InboxIcon />}
                sx={{ alignSelf: "flex-start" }}
              >
                <Trans>See answers</Trans>
              </Button>
            ) : null}
          </Stack>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Keep editing</Trans>
        </Button>
        <Button
          variant="contained"
          component="a"
          href={page.public_url}
          target="_blank"
          rel="noopener"
          startIcon={<OpenInNewIcon />}
        >
          <Trans>Open page</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
