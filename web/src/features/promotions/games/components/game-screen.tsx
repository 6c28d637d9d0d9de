import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link as RouterLink, useNavigate } from "react-router";
import { gameQuery } from "@/features/promotions/games/api/games";
import { Builder } from "@/features/promotions/games/components/builder";
import { ActDialog, type Asked, useGameActs } from "@/features/promotions/games/components/game-acts";
import { LiveView } from "@/features/promotions/games/components/live-view";
import { PlanReading } from "@/features/promotions/games/components/plan-reading";
import { Scores } from "@/features/promotions/games/components/scores";
import { SetupView } from "@/features/promotions/games/components/setup-view";
import { Winners } from "@/features/promotions/games/components/winners";
import { hasScore, stateOf } from "@/features/promotions/games/game-texts";
import type { Game } from "@/features/promotions/games/types";
import { isMissing } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";
import { ViewerNote } from "@/shared/components/editors-only";
import { PageHeader } from "@/shared/components/page-header";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { reaches } from "@/shared/organization/organization";
import { useSearchChange } from "@/shared/url/use-search-change";

interface GameScreenProps {
  gameId: string;
  role: string;
}

/** One game: its builder while it is a draft, and its live numbers from then on. */
export function GameScreen({ gameId, role }: GameScreenProps) {
  // The draft must not change while it is being edited.
  const game = useQuery({ ...gameQuery(gameId), refetchOnWindowFocus: false, refetchOnReconnect: false });
  const mayEdit = reaches(role, "editor");
  if (isUnreadable(game)) {
    return (
      <>
        {isMissing(game.error) ? null : <PageHeader title={t`Game`} />}
        <Card>
          <ErrorState
            error={game.error}
            onRetry={() => void game.refetch()}
            back={{ to: paths.games, label: t`Games` }}
          />
        </Card>
      </>
    );
  }
  if (game.isPending) {
    return (
      <>
        <PageHeader title={t`Game`} />
        <Stack spacing={2} aria-busy="true">
          <Skeleton variant="rounded" height={52} />
          <Skeleton variant="rounded" height={420} />
        </Stack>
      </>
    );
  }
  if (game.data.state !== "draft") {
    return <PublishedGame game={game.data} mayEdit={mayEdit} />;
  }
  if (mayEdit) {
    return <Builder game={game.data} actions={<Actions game={game.data} />} onPublished={() => void game.refetch()} />;
  }
  return (
    <>
      <PageHeader title={game.data.name} subtitle={stateOf(game.data).label} />
      <ViewerNote text={t`You are a viewer. Only editors can change this game.`} />
      <PlanReading game={game.data} />
    </>
  );
}

function Actions({ game }: { game: Game }) {
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { acts, run } = useGameActs(game, setAsked);
  return (
    <>
      <IconButton aria-label={t`More`} onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        <MoreVertIcon />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem component={RouterLink} to={paths.showCode(game.code_id)}>
          <Trans>Code</Trans>
        </MenuItem>
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
      <ActDialog
        asked={asked}
        onDone={(isDeleted) => {
          setAsked(null);
          if (isDeleted) {
            void navigate(paths.games);
          }
        }}
      />
    </>
  );
}

function PublishedGame({ game, mayEdit }: { game: Game; mayEdit: boolean }) {
  const [search, change] = useSearchChange();
  const tabs = [
    { tab: "live", label: t`Live` },
    { tab: "winners", label: t`Winners` },
    ...(hasScore(game.kind) ? [{ tab: "scores", label: t`Scores` }] : []),
    { tab: "setup", label: t`Setup` },
  ];
  const asked = search.get("tab") ?? "live";
  const tab = tabs.some((it) => it.tab === asked) ? asked : "live";
  return (
    <>
      <PageHeader
        title={game.name}
        subtitle={stateOf(game).label}
        actions={
          <>
            {mayEdit ? <Actions game={game} /> : null}
            {game.state === "ended" ? (
              <Button
                component="a"
                href={`/v1/game/audit/${game.game_id}`}
                variant="outlined"
                startIcon={<DownloadIcon />}
                download
              >
                <Trans>Audit file</Trans>
              </Button>
            ) : null}
            <Button
              component="a"
              href={`${game.public_url}/fairness`}
              target="_blank"
              rel="noopener"
              variant="outlined"
              startIcon={<OpenInNewIcon />}
            >
              <Trans>Fairness page</Trans>
            </Button>
            <Button
              component="a"
              href={game.public_url}
              target="_blank"
              rel="noopener"
              variant="contained"
              startIcon={<OpenInNewIcon />}
            >
              <Trans>Open game</Trans>
            </Button>
          </>
        }
      />
      <Tabs
        value={tab}
        onChange={(_, next: string) => change({ tab: next === "live" ? null : next })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t`Views of the game`}
        sx={{ mb: 3 }}
      >
        {tabs.map((it) => (
          <Tab key={it.tab} value={it.tab} label={it.label} id={`tab-${it.tab}`} aria-controls={`panel-${it.tab}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === "live" ? <LiveView game={game} mayEdit={mayEdit} /> : null}
        {tab === "winners" ? <Winners game={game} mayEdit={mayEdit} /> : null}
        {tab === "scores" ? <Scores game={game} mayEdit={mayEdit} /> : null}
        {tab === "setup" ? <SetupView game={game} mayEdit={mayEdit} /> : null}
      </Box>
    </>
  );
}
