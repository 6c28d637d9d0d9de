import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PublishIcon from "@mui/icons-material/Publish";
import SaveOutlinedIcon from "@mui/icons-material/SaveOutlined";
import Alert from "@mui/material/Alert";
import Badge from "@mui/material/Badge";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { gameQuery, useSaveGame } from "@/features/promotions/games/api/games";
import { ForecastView } from "@/features/promotions/games/components/forecast-view";
import { GamePart } from "@/features/promotions/games/components/game-part";
import { LimitsPart } from "@/features/promotions/games/components/limits-part";
import { LookPart } from "@/features/promotions/games/components/look-part";
import { PhonePreview } from "@/features/promotions/games/components/phone-preview";
import { PlanPart } from "@/features/promotions/games/components/plan-part";
import { PrizesPart } from "@/features/promotions/games/components/prizes-part";
import { PublishDialog } from "@/features/promotions/games/components/publish-dialog";
import { TextsPart } from "@/features/promotions/games/components/texts-part";
import { draftOf, type Part, partOf, PARTS } from "@/features/promotions/games/draft";
import { stateOf } from "@/features/promotions/games/game-texts";
import type { Draft, Game } from "@/features/promotions/games/types";
import { ApiError, isEditConflict, messageOf } from "@/shared/api/errors";
import { reportIncomplete } from "@/shared/components/incomplete-inputs";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { PageHeader } from "@/shared/components/page-header";
import { useToasts } from "@/shared/components/toasts";

interface BuilderProps {
  game: Game;
  /** Further actions for the game. */
  actions: ReactNode;
  onPublished: () => void;
}

type Side = "preview" | "forecast";

/** Edits a draft. What is saved is what is previewed, simulated and published. */
export function Builder({ game, actions, onPublished }: BuilderProps) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const save = useSaveGame();
  const [base, setBase] = useState(game);
  const [draft, setDraft] = useState<Draft>(() => draftOf(game));
  const [part, setPart] = useState<Part>("game");
  const [side, setSide] = useState<Side>("preview");
  const [isPublishing, setPublishing] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const problems: Record<string, string> = {
    ...Object.fromEntries(base.problems.map(({ field, message }) => [field, message])),
    ...refused,
  };
  const isConflict = isEditConflict(save.error);
  const editor = useRef<HTMLDivElement>(null);
  const change = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }));
  const take = (saved: Game) => {
    setBase(saved);
    setDraft(draftOf(saved));
  };
  /** Saves the draft and returns the stored game, or null if it was refused. */
  const keep = async (version: number | null = base.version): Promise<Game | null> => {
    if (reportIncomplete(editor.current)) {
      return null;
    }
    if (!isChanged && version !== null) {
      return base;
    }
    try {
      const saved = await save.mutateAsync({ gameId: base.game_id, draft, version });
      take(saved);
      return saved;
    } catch (error) {
      const field = error instanceof ApiError ? Object.keys(error.fields)[0] : undefined;
      if (field !== undefined) {
        setPart(partOf(field));
      }
      return null;
    }
  };
  const show = async (next: Side) => {
    if ((await keep()) !== null) {
      setSide(next);
    }
  };
  const reload = async () => {
    take(await cache.query({ ...gameQuery(base.game_id), staleTime: 0 }));
    save.reset();
  };
  const parts: Record<Part, string> = {
    game: t`Game`,
    prizes: t`Prizes`,
    plan: t`Plan`,
    limits: t`Limits`,
    look: t`Look`,
    texts: t`Texts`,
  };
  const edited = { draft, problems, onChange: change };
  const counts = Object.keys(problems).reduce<Partial<Record<Part, number>>>((found, field) => {
    const at = partOf(field);
    return { ...found, [at]: (found[at] ?? 0) + 1 };
  }, {});
  return (
    <>
      <PageHeader
        title={draft.name || t`New game`}
        subtitle={isChanged ? t`Unsaved changes` : stateOf(base).label}
        actions={
          <>
            {actions}
            <Button
              variant="outlined"
              startIcon={<SaveOutlinedIcon />}
              disabled={!isChanged}
              loading={save.isPending}
              loadingPosition="start"
              onClick={() => void keep().then((kept) => (kept === null ? undefined : toasts.success(t`Draft saved.`)))}
            >
              <Trans>Save draft</Trans>
            </Button>
            <Button
              variant="contained"
              startIcon={<PublishIcon />}
              disabled={save.isPending}
              onClick={() => void keep().then((kept) => (kept === null ? undefined : setPublishing(true)))}
            >
              <Trans>Publish</Trans>
            </Button>
          </>
        }
      />
      {isConflict ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Trans>Someone else saved this game while you had it open. Only one version can be kept.</Trans>
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
            <Button variant="outlined" color="inherit" onClick={() => void reload().catch(toasts.error)}>
              <Trans>Load their version</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => void keep(null)}>
              <Trans>Overwrite with mine</Trans>
            </Button>
          </Stack>
        </Alert>
      ) : save.error === null ? null : (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(save.error)}
        </Alert>
      )}
      <Box
        sx={{
          display: "grid",
          gap: 3,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 7fr) minmax(0, 5fr)" },
          alignItems: "start",
        }}
      >
        <Card ref={editor} component="section" aria-label={t`Editor`} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
          <Tabs
            value={part}
            onChange={(_, next: Part) => (reportIncomplete(editor.current) ? undefined : setPart(next))}
            variant="scrollable"
            allowScrollButtonsMobile
            aria-label={t`Parts of the game`}
            sx={{ mb: 3, borderBottom: 1, borderColor: "divider" }}
          >
            {PARTS.map((it) => (
              <Tab
                key={it}
                value={it}
                id={`tab-${it}`}
                aria-controls={`panel-${it}`}
                label={
                  counts[it] ? (
                    <Badge color="error" badgeContent={counts[it]} sx={{ pr: 1.5 }}>
                      {parts[it]}
                    </Badge>
                  ) : (
                    parts[it]
                  )
                }
              />
            ))}
          </Tabs>
          <Box role="tabpanel" id={`panel-${part}`} aria-labelledby={`tab-${part}`}>
            {part === "game" ? <GamePart {...edited} /> : null}
            {part === "prizes" ? <PrizesPart {...edited} /> : null}
            {part === "plan" ? <PlanPart {...edited} /> : null}
            {part === "limits" ? <LimitsPart {...edited} /> : null}
            {part === "look" ? <LookPart {...edited} /> : null}
            {part === "texts" ? <TextsPart {...edited} /> : null}
          </Box>
        </Card>
        <Card
          component="section"
          aria-label={t`Try it`}
          sx={{ p: 2, minWidth: 0, position: { lg: "sticky" }, top: { lg: 88 } }}
        >
          <ToggleButtonGroup
            exclusive
            fullWidth
            size="small"
            value={side}
            aria-label={t`Try it`}
            onChange={(_, next: Side | null) => (next === null ? undefined : void show(next))}
            sx={{ mb: 2 }}
          >
            <ToggleButton value="preview">
              <Trans>Preview</Trans>
            </ToggleButton>
            <ToggleButton value="forecast">
              <Trans>Simulate</Trans>
            </ToggleButton>
          </ToggleButtonGroup>
          {side === "forecast" ? <ForecastView game={base} /> : <PhonePreview game={base} isBehind={isChanged} />}
        </Card>
      </Box>
      {isPublishing ? (
        <PublishDialog
          game={base}
          notes={base.problems}
          onOpen={(field) => {
            setPublishing(false);
            setPart(partOf(field));
          }}
          onPublished={() => {
            setPublishing(false);
            toasts.success(t`The game is published.`);
            onPublished();
          }}
          onClose={() => setPublishing(false)}
        />
      ) : null}
      <LeaveGuard isChanged={isChanged}>
        <Trans>You have unsaved changes to this game.</Trans>
      </LeaveGuard>
    </>
  );
}
