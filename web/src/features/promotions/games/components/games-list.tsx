import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import ArchiveIcon from "@mui/icons-material/Inventory2Outlined";
import CasinoIcon from "@mui/icons-material/CasinoOutlined";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Link from "@mui/material/Link";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { gamesQuery, PAGE_SIZE } from "@/features/promotions/games/api/games";
import { ActDialog, type Asked, useGameActs } from "@/features/promotions/games/components/game-acts";
import { useBeginGame } from "@/features/promotions/games/components/new-game";
import { TemplateGallery } from "@/features/promotions/games/components/template-gallery";
import { KINDS, stateOf } from "@/features/promotions/games/game-texts";
import type { ListedGame } from "@/features/promotions/games/types";
import { messageOf } from "@/shared/api/errors";
import { CardList } from "@/shared/components/list-screen";
import { PageHeader } from "@/shared/components/page-header";
import { paths } from "@/shared/config/paths";
import { formatDate } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { reaches, useOrganizationData } from "@/shared/organization/organization";
import { useListView } from "@/shared/url/use-list-view";

/** All games of the organisation. */
export function GamesList({ role }: { role: string }) {
  const view = useListView({ at: "page", pageSize: PAGE_SIZE });
  const isArchive = view.search.get("tab") === "archive";
  const mayEdit = reaches(role, "editor");
  const list = useQuery(gamesQuery(isArchive, view.page));
  const [asked, setAsked] = useState<Asked | null>(null);
  const add = mayEdit ? (
    <Button component={RouterLink} to={paths.newGame()} variant="contained" startIcon={<AddIcon />}>
      <Trans>New game</Trans>
    </Button>
  ) : undefined;
  return (
    <>
      <PageHeader
        title={t`Games`}
        subtitle={t`Games with prizes drawn on the server, where anyone can verify every draw.`}
        actions={add}
      />
      <Tabs
        value={isArchive ? "archive" : "current"}
        onChange={(_, next) => view.narrow({ tab: next === "archive" ? "archive" : null })}
        aria-label={t`Which games`}
        sx={{ mb: 2 }}
      >
        <Tab value="current" label={t`Current`} />
        <Tab value="archive" label={t`Archive`} />
      </Tabs>
      <CardList
        list={list}
        view={view}
        height={104}
        empty={
          isArchive
            ? {
                icon: <ArchiveIcon />,
                title: t`The archive is empty`,
                text: t`Games that have ended can be archived. Their winners and proofs are kept.`,
              }
            : {
                icon: <CasinoIcon />,
                title: t`No games yet`,
                text: mayEdit
                  ? t`Start with an occasion. Prizes, texts, pictures and the plan are ready, and you can change all of it.`
                  : t`An editor can create one.`,
              }
        }
      >
        {(game) => <GameRow key={game.game_id} game={game} mayEdit={mayEdit} onAsk={setAsked} />}
      </CardList>
      {mayEdit && !isArchive && list.data?.items.length === 0 ? <FirstGame /> : null}
      <ActDialog asked={asked} onDone={() => setAsked(null)} />
    </>
  );
}

function FirstGame() {
  const zone = useOrganizationData().data?.time_zone ?? "UTC";
  const { beginFrom, isBusy, error } = useBeginGame();
  return (
    <Box sx={{ mt: 2 }}>
      {error === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(error)}
        </Alert>
      )}
      <TemplateGallery isBusy={isBusy} onChoose={(template) => beginFrom(template, zone)} />
    </Box>
  );
}

interface GameRowProps {
  game: ListedGame;
  mayEdit: boolean;
  onAsk: (asked: Asked) => void;
}

function GameRow({ game, mayEdit, onAsk }: GameRowProps) {
  const state = stateOf(game);
  const numbers = [
    plural(game.plays, { one: "# play", other: "# plays" }),
    plural(game.awarded, { one: "# winner", other: "# winners" }),
    game.stock_left === null ? t`no limited stock` : t`${formatCount(game.stock_left)} prizes left`,
  ];
  return (
    <Card component="li" sx={{ p: 2, display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
      <Box sx={{ flex: "1 1 16rem", minWidth: 0 }}>
        <Typography variant="h6" component="h2" sx={{ overflowWrap: "anywhere" }}>
          <Link component={RouterLink} to={paths.game(game.game_id)} color="inherit" underline="hover">
            {game.name}
          </Link>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            t(KINDS[game.kind].name),
            `${formatDate(game.starts_at, game.time_zone)} – ${formatDate(game.ends_at, game.time_zone)}`,
          ].join(" · ")}
        </Typography>
        {game.state === "draft" ? null : (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {numbers.join(" · ")}
          </Typography>
        )}
      </Box>
      <Chip size="small" variant="outlined" color={state.color} label={state.label} />
      <Button
        size="small"
        component={RouterLink}
        to={paths.showCode(game.code_id)}
        aria-label={t`Code of ${game.name}`}
      >
        <Trans>Code</Trans>
      </Button>
      {mayEdit ? <GameMenu game={game} onAsk={onAsk} /> : null}
    </Card>
  );
}

function GameMenu({ game, onAsk }: Omit<GameRowProps, "mayEdit">) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { acts, run } = useGameActs(game, onAsk);
  return (
    <>
      <IconButton aria-label={t`More for ${game.name}`} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        <MoreVertIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {acts.map(({ act, label }) => (
          <MenuItem
            key={act}
            onClick={() => {
              setAnchor(null);
              run(act);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
