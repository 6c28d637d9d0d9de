import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { gameQuery, useActOnGame, useCreateGame } from "@/features/promotions/games/api/games";
import { copyOf } from "@/features/promotions/games/draft";
import type { ListedGame } from "@/features/promotions/games/types";
import { handleResult } from "@/shared/api/handle-result";
import { ConfirmDialog } from "@/shared/components/confirm-dialog";
import { useToasts } from "@/shared/components/toasts";
import { useOnce } from "@/shared/components/use-once";
import { paths } from "@/shared/config/paths";

type Named = Pick<ListedGame, "game_id" | "name" | "state" | "archived_at">;
type Act = "duplicate" | "end" | "archive" | "restore" | "delete";

/** An action that needs a confirmation. */
export interface Asked {
  game: Named;
  act: "end" | "delete";
}

/** Returns the actions for a game as a whole. */
export function useGameActs(game: Named, onAsk: (asked: Asked) => void) {
  const cache = useQueryClient();
  const create = useCreateGame();
  const act = useActOnGame();
  const once = useOnce();
  const navigate = useNavigate();
  const toasts = useToasts();
  const acts: { act: Act; label: string }[] = [
    { act: "duplicate", label: t`Duplicate` },
    ...(game.state === "published" ? [{ act: "end" as const, label: t`End now…` }] : []),
    ...(game.state !== "ended"
      ? []
      : game.archived_at === null
        ? [{ act: "archive" as const, label: t`Archive` }]
        : [{ act: "restore" as const, label: t`Take out of the archive` }]),
    ...(game.state === "draft" ? [{ act: "delete" as const, label: t`Delete…` }] : []),
  ];
  const duplicate = async () => {
    const whole = await cache.query(gameQuery(game.game_id));
    return create.mutateAsync({ draft: copyOf(whole, t`Copy of ${game.name}`.slice(0, 200), Date.now()) });
  };
  const run = (chosen: Act) => {
    if (chosen === "end" || chosen === "delete") {
      onAsk({ game, act: chosen });
    } else if (chosen === "duplicate") {
      once(() => {
        const duplicated = duplicate();
        handleResult(duplicated, {
          onSuccess: (copy) => void navigate(paths.game(copy.game_id)),
          onError: toasts.error,
        });
        return duplicated;
      });
    } else {
      handleResult(act.mutateAsync({ gameId: game.game_id, act: chosen }), {
        onSuccess: () => toasts.success(chosen === "archive" ? t`The game is in the archive.` : t`The game is back.`),
        onError: toasts.error,
      });
    }
  };
  return { acts, run };
}

interface ActDialogProps {
  asked: Asked | null;
  onDone: (isDeleted: boolean) => void;
}

/** Asks for confirmation before a game is ended or deleted. */
export function ActDialog({ asked, onDone }: ActDialogProps) {
  const act = useActOnGame();
  const toasts = useToasts();
  const isEnd = asked?.act === "end";
  return (
    <ConfirmDialog
      open={asked !== null}
      title={isEnd ? t`End “${asked.game.name}” now?` : t`Delete “${asked?.game.name ?? ""}”?`}
      confirmLabel={isEnd ? t`End now` : t`Delete`}
      busy={act.isPending}
      onCancel={() => onDone(false)}
      onConfirm={() => {
        if (asked !== null) {
          handleResult(act.mutateAsync({ gameId: asked.game.game_id, act: asked.act }), {
            onSuccess: () => {
              toasts.success(isEnd ? t`The game has ended.` : t`The draft is deleted.`);
              onDone(!isEnd);
            },
            onError: (error) => {
              toasts.error(error);
              onDone(false);
            },
          });
        }
      }}
    >
      {isEnd ? (
        <Trans>
          Nothing more is drawn, held scores don’t count, and the seed becomes public. Prizes already won can still be
          claimed.
        </Trans>
      ) : (
        <Trans>The draft and its prizes are removed. Its code stays.</Trans>
      )}
    </ConfirmDialog>
  );
}
