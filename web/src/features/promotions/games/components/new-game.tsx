import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import CardActionArea from "@mui/material/CardActionArea";
import Typography from "@mui/material/Typography";
import { useNavigate, useSearchParams } from "react-router";
import { useCreateGame } from "@/features/promotions/games/api/games";
import { TemplateGallery } from "@/features/promotions/games/components/template-gallery";
import { KINDS } from "@/features/promotions/games/game-texts";
import { blankDraft, type GameTemplate } from "@/features/promotions/games/templates";
import type { Draft, Kind } from "@/features/promotions/games/types";
import { messageOf } from "@/shared/api/errors";
import { PageHeader } from "@/shared/components/page-header";
import { useOnce } from "@/shared/components/use-once";
import { paths } from "@/shared/config/paths";
import { useOrganizationData } from "@/shared/organization/organization";

/** Creates a game on the code in the URL, or on a new code, and opens it. */
export function useBeginGame() {
  const create = useCreateGame();
  const navigate = useNavigate();
  const codeId = useSearchParams()[0].get("code");
  const once = useOnce();
  const begin = (draft: Draft | Promise<Draft>) =>
    once(async () => {
      const game = await create.mutateAsync({ draft: await draft, codeId });
      await navigate(paths.game(game.game_id));
    });
  const beginFrom = (template: GameTemplate, zone: string) => {
    const draft = template.draft(Date.now(), zone);
    begin(
      import("@/features/promotions/games/template-words").then(
        ({ inAllLanguages }) => inAllLanguages(template.id, draft),
        // If the translations fail to load, the game starts in English.
        () => draft,
      ),
    );
  };
  return { begin, beginFrom, isBusy: create.isPending, error: create.error };
}

/** Creates a game from an occasion or a kind. */
export function NewGame() {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const { begin, beginFrom, isBusy, error } = useBeginGame();
  return (
    <>
      <PageHeader
        title={t`New game`}
        subtitle={t`Start with an occasion or an empty game. You can change everything.`}
      />
      {error === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(error)}
        </Alert>
      )}
      <Typography variant="h5" component="h2" sx={{ mb: 2 }}>
        <Trans>Occasions</Trans>
      </Typography>
      <TemplateGallery isBusy={isBusy} onChoose={(template) => beginFrom(template, zone)} />
      <Typography variant="h5" component="h2" sx={{ mt: 4, mb: 2 }}>
        <Trans>Empty games</Trans>
      </Typography>
      <Box
        component="ul"
        sx={{
          display: "grid",
          gap: 2,
          m: 0,
          p: 0,
          listStyle: "none",
          gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 15rem), 1fr))",
        }}
      >
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <Card key={kind} component="li" variant="outlined">
            <CardActionArea
              disabled={isBusy}
              sx={{ p: 2, height: "100%", display: "block" }}
              onClick={() => begin(blankDraft(kind, t(KINDS[kind].name), Date.now(), zone))}
            >
              <Typography variant="subtitle1" component="h3">
                {t(KINDS[kind].name)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t(KINDS[kind].text)}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </>
  );
}
