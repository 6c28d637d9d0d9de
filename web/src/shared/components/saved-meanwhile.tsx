import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useMutation } from "@tanstack/react-query";
import { useToasts } from "@/shared/components/toasts";

interface SavedMeanwhileProps {
  /** What two people had open, in one word. */
  what: string;
  onLoad: () => Promise<void>;
  onOver: () => void;
  isBusy: boolean;
}

/** Whose version stays, where two people changed it at the same time. */
export function SavedMeanwhile({ what, onLoad, onOver, isBusy }: SavedMeanwhileProps) {
  const toasts = useToasts();
  const load = useMutation({ mutationFn: onLoad, onError: toasts.error });
  return (
    <Alert severity="warning">
      Somebody else saved this {what} while you had it open. Only one of the two versions can stay.
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={() => load.mutate()}>
          Load what somebody else saved
        </Button>
        <Button variant="outlined" color="inherit" disabled={isBusy || load.isPending} onClick={onOver}>
          Save mine over it
        </Button>
      </Stack>
    </Alert>
  );
}
