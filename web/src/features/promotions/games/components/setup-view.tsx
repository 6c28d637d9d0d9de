import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useSaveGame } from "@/features/promotions/games/api/games";
import { LookPart } from "@/features/promotions/games/components/look-part";
import { PlanReading } from "@/features/promotions/games/components/plan-reading";
import { TextsPart } from "@/features/promotions/games/components/texts-part";
import { draftOf, openPartOf } from "@/features/promotions/games/draft";
import type { Draft, Game } from "@/features/promotions/games/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { handleResult } from "@/shared/api/handle-result";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";

/** The settings of a published game: the fixed ones as text, and those that can still be edited. */
export function SetupView({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
        alignItems: "start",
      }}
    >
      <Stack spacing={2}>
        <Alert severity="info">
          <Trans>The game was committed to this plan when it was published. It can no longer change.</Trans>
        </Alert>
        <PlanReading game={game} />
      </Stack>
      {mayEdit ? <OpenPart key={game.version} game={game} /> : null}
    </Box>
  );
}

/** Name, look and texts, which can still be edited after publication. */
function OpenPart({ game }: { game: Game }) {
  const save = useSaveGame();
  const toasts = useToasts();
  const [before] = useState(() => draftOf(game));
  const [draft, setDraft] = useState<Draft>(before);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const edited = {
    draft,
    problems,
    onChange: (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed })),
  };
  return (
    <Card component="section" aria-label={t`Name, look and texts`} sx={{ p: 2.5, minWidth: 0 }}>
      {save.error === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(save.error)}
        </Alert>
      )}
      <TextField
        fullWidth
        required
        label={t`Name`}
        value={draft.name}
        onChange={({ target }) => edited.onChange({ name: target.value })}
        error={Boolean(problems.name)}
        helperText={problems.name}
        slotProps={{ htmlInput: { maxLength: 200 } }}
        sx={{ mb: 4 }}
      />
      <LookPart {...edited} />
      <TextsPart {...edited} />
      <Button
        variant="contained"
        sx={{ mt: 3 }}
        disabled={!isChanged || save.isPending}
        onClick={() =>
          handleResult(save.mutateAsync({ gameId: game.game_id, draft: openPartOf(draft), version: game.version }), {
            onSuccess: () => toasts.success(t`Saved. Visitors see it at once.`),
            onError: toasts.error,
          })
        }
      >
        <Trans>Save</Trans>
      </Button>
      <LeaveGuard isChanged={isChanged}>
        <Trans>You have unsaved changes to this game.</Trans>
      </LeaveGuard>
    </Card>
  );
}
