import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import DownloadIcon from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useUsePicture } from "@/features/content/ai-qr/api/studio";
import { RestoreDesignButton } from "@/features/content/ai-qr/components/picture-in-use";
import { type AiPicture, STYLES } from "@/features/content/ai-qr/types";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface PictureCardProps {
  picture: AiPicture;
  canEdit: boolean;
}

/** A picture that scanners can read, to download or use. */
export function PictureCard({ picture, canEdit }: PictureCardProps) {
  const toasts = useToasts();
  const use = useUsePicture();
  const target = picture.for_code_id;
  const style = STYLES.find((choice) => choice.style === picture.style);
  const name = style === undefined || style.style === "auto" ? t`Painted by ${picture.source}` : t(style.label);
  return (
    <Card component="li" sx={{ display: "flex", flexDirection: "column" }}>
      <Box component="a" href={picture.url} target="_blank" rel="noreferrer" sx={{ display: "block" }}>
        <Box
          component="img"
          src={picture.small_url}
          alt={t`${picture.prompt}, ${name}: a code that leads to ${picture.content}`}
          sx={{ display: "block", width: "100%", aspectRatio: "1" }}
        />
      </Box>
      <Box sx={{ px: 2, pt: 1.5, flexGrow: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="p" noWrap>
          {picture.prompt}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          <Trans>
            {name} · seed {picture.seed}
          </Trans>
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          <Trans>Print at least {Math.ceil(picture.least_width_mm)} mm wide</Trans>
        </Typography>
      </Box>
      <Stack direction="row" spacing={1} useFlexGap sx={{ p: 1.5, flexWrap: "wrap" }}>
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          href={picture.png_url}
          download={`code-art-${picture.seed}.png`}
        >
          <Trans>PNG</Trans>
        </Button>
        {picture.code_id !== null ? (
          <>
            <Stack direction="row" spacing={0.5} sx={{ alignItems: "center", color: "success.main" }}>
              <CheckCircleIcon fontSize="small" />
              <Typography variant="body2">
                <Trans>In use</Trans>
              </Typography>
            </Stack>
            {canEdit ? <RestoreDesignButton codeId={picture.code_id} /> : null}
          </>
        ) : canEdit && target !== null ? (
          <Button
            size="small"
            disabled={use.isPending}
            onClick={() =>
              handleResult(use.mutateAsync({ picture, codeId: target }), {
                onSuccess: () => toasts.success(t`The code now uses this picture.`),
                onError: toasts.error,
              })
            }
          >
            <Trans>Use for code</Trans>
          </Button>
        ) : null}
      </Stack>
    </Card>
  );
}
