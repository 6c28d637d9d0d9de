import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import type { Problems } from "@/features/promotions/games/components/fields";
import { Section } from "@/features/promotions/games/components/fields";
import { PrizeCard } from "@/features/promotions/games/components/prize-card";
import { NEW_PRIZE } from "@/features/promotions/games/draft";
import { chanceText } from "@/features/promotions/games/game-texts";
import type { Draft } from "@/features/promotions/games/types";

const MOST = 24;

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

/** The prizes of a game. */
export function PrizesPart({ draft, problems, onChange }: PartProps) {
  const { prizes } = draft;
  const [opened, setOpened] = useState<number | null>(prizes.length === 1 ? 0 : null);
  const all = prizes.reduce((sum, { odds_ppm }) => sum + odds_ppm, 0);
  const lost = chanceText(Math.max(0, 1_000_000 - all));
  return (
    <Section
      title={t`Prizes`}
      text={t`In the order of the wheel or the reels. ${lost} of all draws win nothing by chance.`}
    >
      <Stack spacing={1.5}>
        {problems.prizes ? <Alert severity="error">{problems.prizes}</Alert> : null}
        {prizes.map((prize, place) => (
          <PrizeCard
            key={prize.prize_id ?? `new-${String(place)}`}
            prize={prize}
            at={`prizes.${String(place)}`}
            kind={draft.kind}
            problems={problems}
            isOpen={opened === place}
            onOpen={(isOpen) => setOpened(isOpen ? place : null)}
            onChange={(changed) => onChange({ prizes: prizes.with(place, { ...prize, ...changed }) })}
            onRemove={() => {
              setOpened(null);
              onChange({ prizes: prizes.filter((_, at) => at !== place) });
            }}
          />
        ))}
        {prizes.length < MOST ? (
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            sx={{ alignSelf: "flex-start" }}
            onClick={() => {
              setOpened(prizes.length);
              onChange({ prizes: [...prizes, NEW_PRIZE] });
            }}
          >
            <Trans>Add prize</Trans>
          </Button>
        ) : null}
      </Stack>
    </Section>
  );
}
