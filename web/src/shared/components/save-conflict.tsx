import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMutation } from "@tanstack/react-query";
import { useToasts } from "@/shared/components/toasts";

interface SaveConflictProps {
  /** What two people had open at the same time. */
  what: "slip" | "note";
  onLoad: () => Promise<void>;
  onOver: () => void;
  isBusy: boolean;
}

/** Asks which version to keep when two people changed it at the same time. */
export function SaveConflict({ what, onLoad, onOver, isBusy }: SaveConflictProps) {
  const toasts = useToasts();
  const load = useMutation({ mutationFn: onLoad, onError: toasts.error });
  return (
    <Alert severity="warning">
      {what === "slip"
        ? t`Someone else saved this slip while you had it open. Only one version can be kept.`
        : t`Someone else saved this note while you had it open. Only one version can be kept.`}
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={() => load.mutate()}>
          <Trans>Load their version</Trans>
        </Button>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={onOver}>
          <Trans>Overwrite with mine</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}
