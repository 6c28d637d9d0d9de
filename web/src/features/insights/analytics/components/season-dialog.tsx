import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogContentText from "@mui/material/DialogContentText";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type SyntheticEvent, useState } from "react";
import { type LeaderboardKind, type Season, useStartSeason } from "@/features/insights/analytics/api/seasons";
import { messageOf } from "@/shared/api/errors";
import { FormDialog } from "@/shared/components/form-dialog";

interface SeasonDialogProps {
  leaderboard: LeaderboardKind;
  running: Season;
  onStarted: (season: number) => void;
  onClose: () => void;
}

/** Archives the running season under a name, and starts the next. */
export function SeasonDialog({ leaderboard, running, onStarted, onClose }: SeasonDialogProps) {
  // After an error the list is fetched again. If somebody else, or an attempt whose response was lost, has archived the
  // season meanwhile, another attempt must not archive the one that has just started.
  const [archived] = useState(running.number);
  const [name, setName] = useState("");
  const start = useStartSeason(leaderboard);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      await start.mutateAsync({ number: archived, name });
    } catch {
      return; // The dialog says why.
    }
    onStarted(archived + 1);
    onClose();
  };
  return (
    <FormDialog onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="season-title">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id="season-title">
          <Trans>Archive season {archived}?</Trans>
        </DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>
            <Trans>
              The leaderboard starts again now. The archived season stays in the list, and no scans are lost.
            </Trans>
          </DialogContentText>
          <TextField
            label={t`Season name`}
            helperText={t`Optional, such as “Summer”`}
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 80 } }}
            fullWidth
            autoFocus
          />
          {start.isError ? (
            <Alert severity="error" sx={{ mt: 2 }}>
              {messageOf(start.error)}
            </Alert>
          ) : null}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" loading={start.isPending}>
            <Trans>Archive and start new season</Trans>
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
