import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { Part } from "@/features/promotions/games/components/live-view";
import { PrizePicture } from "@/features/promotions/games/components/prize-card";
import { chanceText, GIVES, hasScore, KINDS, PLAYER_BY } from "@/features/promotions/games/game-texts";
import type { Game } from "@/features/promotions/games/types";
import { formatDateTime } from "@/shared/format/dates";
import { formatCount } from "@/shared/format/numbers";
import { formatList } from "@/shared/format/lists";
import { countryName } from "@/shared/format/names";
import { type CostText, useCostText } from "@/shared/organization/costs";

/** The plan to which a published game is committed, or a read-only view of a draft. */
export function PlanReading({ game }: { game: Game }) {
  const costText = useCostText();
  return (
    <Stack spacing={3}>
      <Part title={t`Plan`}>
        <Facts facts={planFacts(game)} />
      </Part>
      <Part title={t`Prizes`}>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: "none", display: "grid", gap: 2 }}>
          {game.prizes.map((prize) => (
            <Box component="li" key={prize.prize_id} sx={{ display: "flex", gap: 2 }}>
              <PrizePicture url={prize.picture_url} />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: "anywhere" }}>
                  {prize.name}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {prizeFacts(prize, costText).join(" · ")}
                </Typography>
              </Box>
            </Box>
          ))}
        </Box>
      </Part>
      <Part title={t`Limits`}>
        <Facts facts={limitFacts(game)} />
      </Part>
      {game.kind === "quiz" ? (
        <Part title={t`Questions`}>
          <Box component="ol" sx={{ m: 0, pl: 3, display: "grid", gap: 1 }}>
            {(game.round.questions ?? []).map(({ id, text, choices, correct }) => (
              <Typography key={id} component="li" variant="body2">
                {text} <strong>{choices.find((choice) => choice.id === correct)?.text}</strong>
              </Typography>
            ))}
          </Box>
        </Part>
      ) : null}
    </Stack>
  );
}

type Fact = readonly [label: string, value: string];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: "grid",
        gap: 1,
        columnGap: 3,
        gridTemplateColumns: { xs: "1fr", sm: "minmax(8rem, 1fr) 2fr" },
      }}
    >
      {facts.map(([label, value]) => (
        <Box key={label} sx={{ display: "contents" }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

function planFacts(game: Game): Fact[] {
  const { kind, round, hours } = game;
  const used = hours.flatMap((weight, hour) => (weight > 0 ? [`${String(hour)}:00`] : []));
  return [
    [t`Kind`, t(KINDS[kind].name)],
    [t`From`, formatDateTime(game.starts_at, game.time_zone)],
    [t`Until`, formatDateTime(game.ends_at, game.time_zone)],
    [t`Time zone`, game.time_zone],
    [t`Hours`, hours.length === 0 ? t`All alike` : formatList(used)],
    [t`When all prizes are gone`, game.at_end_of_stock === "end" ? t`The game ends` : t`The game continues`],
    ...(hasScore(kind)
      ? [[t`Round`, plural(round.seconds ?? 60, { one: "# second", other: "# seconds" })] as const]
      : []),
    ...(kind === "memory" ? [[t`Pairs of cards`, formatCount(round.pairs ?? 6)] as const] : []),
  ];
}

function prizeFacts(prize: Game["prizes"][number], costText: CostText): string[] {
  const { stock, odds_ppm, moments, cost_cents, min_score } = prize;
  return [
    t(GIVES[prize.gives].name),
    stock === null ? t`no limit` : plural(stock, { one: "# in stock", other: "# in stock" }),
    ...(prize.is_consolation ? [t`consolation prize`] : []),
    ...(odds_ppm > 0 ? [t`${chanceText(odds_ppm)} in each draw`] : []),
    ...(moments > 0 ? [plural(moments, { one: "# winning moment", other: "# winning moments" })] : []),
    ...(prize.paced ? [t`paced over the schedule`] : []),
    ...(prize.per_person === null ? [] : [t`at most ${formatCount(prize.per_person)} for each person`]),
    ...(prize.per_day === null ? [] : [t`at most ${formatCount(prize.per_day)} a day`]),
    ...(prize.per_place === null ? [] : [t`at most ${formatCount(prize.per_place)} at each place`]),
    ...(min_score ? [t`from a score of ${formatCount(min_score)}`] : []),
    ...(cost_cents === null ? [] : [t`unit cost ${costText(cost_cents)}`]),
    plural(prize.claim_days, { one: "claimed within # day", other: "claimed within # days" }),
  ];
}

function limitFacts({ limits, gates }: Game): Fact[] {
  const counted: readonly (readonly [string, number | null | undefined])[] = [
    [t`Plays per person per day`, limits.per_person_day],
    [t`Plays per person in total`, limits.per_person],
    [t`Prizes for each person`, limits.wins_per_person],
    [t`Total plays per day`, limits.per_day],
    [t`Total plays`, limits.in_all],
    [t`Plays per place per day`, limits.per_place_day],
    [t`Plays for each receipt`, limits.per_receipt],
    [t`Minimum age`, gates.min_age],
  ];
  const countries = gates.countries ?? [];
  const places = gates.places ?? [];
  return [
    [t`Identify players by`, t(PLAYER_BY[limits.by ?? "cookie"].name)],
    ...counted.flatMap(([label, value]) => (value ? [[label, formatCount(value)] as const] : [])),
    ...(countries.length > 0 ? [[t`Countries`, formatList(countries.map(countryName))] as const] : []),
    ...(gates.terms_version ? [[t`Version of the terms to accept`, gates.terms_version] as const] : []),
    ...(places.length > 0 ? [[t`Places`, formatList(places.map(({ name }) => name))] as const] : []),
  ];
}
