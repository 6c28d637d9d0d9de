import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMutation } from "@tanstack/react-query";
import { useToasts } from "@/shared/components/toasts";

interface SaveConflictProps {
  /** What two people had open, in one word. */
  what: string;
  onLoad: () => Promise<void>;
  onOver: () => void;
  isBusy: boolean;
}

/** Whose version stays, where two people changed it at the same time. */
export function SaveConflict({ what, onLoad, onOver, isBusy }: SaveConflictProps) {
  const toasts = useToasts();
  const load = useMutation({ mutationFn: onLoad, onError: toasts.error });
  return (
    <Alert severity="warning">
      Someone else saved this {what} while you had it open. Only one version can be kept.
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={() => load.mutate()}>
          Load their version
        </Button>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={onOver}>
          Overwrite with mine
        </Button>
      </Stack>
    </Alert>
  );
}
