import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AutoAwesomeIcon from "@mui/icons-material/AutoAwesome";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useRestoreDesign } from "@/features/content/ai-qr/api/studio";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";

interface PictureInUseProps {
  code: { code_id: string; ai_media_id: string | null; deleted_at: string | null };
  mayEdit: boolean;
}

/**
 * Shows that a code uses a picture of the studio, with a button that restores its design. Otherwise renders nothing.
 */
export function PictureInUse({ code, mayEdit }: PictureInUseProps) {
  if (code.ai_media_id === null) {
    return null;
  }
  return (
    <Alert severity="info" icon={<AutoAwesomeIcon fontSize="inherit" />}>
      <Trans>This code uses a picture from the studio. Its own design is kept.</Trans>
      {mayEdit && code.deleted_at === null ? <RestoreDesignButton codeId={code.code_id} /> : null}
    </Alert>
  );
}

/** Restores the code's design. The studio's picture stays among the earlier ones. */
export function RestoreDesignButton({ codeId }: { codeId: string }) {
  const toasts = useToasts();
  const restoreDesign = useRestoreDesign();
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ display: "block", mt: 0.5, ml: -0.5 }}
      disabled={restoreDesign.isPending}
      onClick={() =>
        handleResult(restoreDesign.mutateAsync(codeId), {
          onSuccess: () => toasts.success(t`The code uses its own design again.`),
          onError: toasts.error,
        })
      }
    >
      <Trans>Switch back to the design</Trans>
    </Button>
  );
}
