import AutoAwesomeIcon from "@mui/icons-material/AutoAwesome";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useUseDrawn } from "@/features/content/ai-qr/api/studio";
import { settle } from "@/shared/api/settle";
import { useToasts } from "@/shared/components/toasts";

interface PictureInUseProps {
  code: { code_id: string; ai_media_id: string | null; deleted_at: string | null };
  mayEdit: boolean;
}

/** Says that a code is shown by a picture of the studio, with the way back to its design; else nothing. */
export function PictureInUse({ code, mayEdit }: PictureInUseProps) {
  if (code.ai_media_id === null) {
    return null;
  }
  return (
    <Alert severity="info" icon={<AutoAwesomeIcon fontSize="inherit" />}>
      This code shows a picture of the AI studio. Its design is kept.
      {mayEdit && code.deleted_at === null ? <UseDrawnButton codeId={code.code_id} /> : null}
    </Alert>
  );
}

/** Has the code's design drawn again; the studio's picture stays among those made before. */
export function UseDrawnButton({ codeId }: { codeId: string }) {
  const toasts = useToasts();
  const useDrawn = useUseDrawn();
  return (
    <Button
      size="small"
      color="inherit"
      sx={{ display: "block", mt: 0.5, ml: -0.5 }}
      disabled={useDrawn.isPending}
      onClick={() =>
        settle(useDrawn.mutateAsync(codeId), {
          onSuccess: () => toasts.success("The code’s own design is drawn again."),
          onError: toasts.error,
        })
      }
    >
      Use the drawn design again
    </Button>
  );
}
