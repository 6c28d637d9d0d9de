import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { useActOnGame } from "@/features/promotions/games/api/games";
import { fieldLabel } from "@/shared/api/field-labels";
import { ApiError, messageOf } from "@/shared/api/errors";
import { formatDateTime } from "@/shared/format/dates";
import type { Game, GameNote } from "@/features/promotions/games/types";

interface PublishDialogProps {
  game: Game;
  notes: readonly GameNote[];
  onOpen: (field: string) => void;
  onPublished: (game: Game) => void;
  onClose: () => void;
}

/** Asks for confirmation before the plan is fixed, and lists what cannot be changed afterwards. */
export function PublishDialog({ game, notes, onOpen, onPublished, onClose }: PublishDialogProps) {
  const titleId = useId();
  const act = useActOnGame();
  const refused = act.error instanceof ApiError ? Object.entries(act.error.fields) : [];
  const wrong: { field: string; message: string; is_warning: boolean }[] =
    refused.length > 0 ? refused.map(([field, message]) => ({ field, message, is_warning: false })) : [...notes];
  const isImpossible = wrong.some(({ is_warning }) => !is_warning);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        {t`Publish “${game.name}”?`}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {act.error !== null && refused.length === 0 ? <Alert severity="error">{messageOf(act.error)}</Alert> : null}
          {wrong.map(({ field, message, is_warning }) => (
            <Alert
              key={`${field} ${message}`}
              severity={is_warning ? "warning" : "error"}
              action={
                <Button color="inherit" size="small" onClick={() => onOpen(field)}>
                  <Trans>Show</Trans>
                </Button>
              }
            >
              {fieldLabel(field)} {message}
            </Alert>
          ))}
          <Typography variant="body1">
            <Trans>
              Visitors can play from {formatDateTime(game.starts_at, game.time_zone)} to{" "}
              {formatDateTime(game.ends_at, game.time_zone)}.
            </Trans>
          </Typography>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              The plan and a new secret seed are hashed, and the hash is shown to everybody before the first play: that
              is the commitment. From then on the kind, prizes, chances, schedule, limits and questions stay as they
              are. The name, texts and look can still be changed.
            </Trans>
          </Typography>
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="contained"
          disabled={act.isPending || (isImpossible && refused.length === 0)}
          onClick={() =>
            act.mutate({ gameId: game.game_id, act: "publish" }, { onSuccess: (it) => onPublished(it as Game) })
          }
        >
          <Trans>Publish</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The commitment of a published game, and the page where everybody can check it. */
export function Commitment({ game }: { game: Game }) {
  if (game.commitment === null) {
    return null;
  }
  return (
    <Alert severity="success" icon={false}>
      <Typography variant="subtitle2" component="p">
        <Trans>Commitment</Trans>
      </Typography>
      <Typography variant="body2" sx={{ fontFamily: "monospace", overflowWrap: "anywhere", my: 0.5 }}>
        {game.commitment}
      </Typography>
      <Link href={`${game.public_url}/fairness`} target="_blank" rel="noopener" color="inherit">
        <Trans>Fairness page</Trans>
      </Link>
    </Alert>
  );
}
