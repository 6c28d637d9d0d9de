import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { FIELDS, NumberField, type Problems, Section } from "@/features/promotions/games/components/fields";
import { QuestionCard } from "@/features/promotions/games/components/question-card";
import { problemAt } from "@/features/promotions/games/draft";
import { TeamsSection } from "@/features/promotions/games/components/teams-section";
import { hasScore, KINDS } from "@/features/promotions/games/game-texts";
import { LANGUAGES } from "@/features/promotions/games/languages";
import type { Draft, Kind, Question } from "@/features/promotions/games/types";

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

const MOST_QUESTIONS = 50;
const AS_WRITTEN = "-";

/** The name, the kind of game, and the round of a game with a score. */
export function GamePart({ draft, problems, onChange }: PartProps) {
  const { kind, round } = draft;
  const [language, setLanguage] = useState(AS_WRITTEN);
  const setRound = (changed: Partial<Draft["round"]>) => onChange({ round: { ...round, ...changed } });
  return (
    <>
      <Section title={t`Game`}>
        <Box sx={FIELDS}>
          <TextField
            fullWidth
            required
            label={t`Name`}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
            error={Boolean(problems.name)}
            helperText={problems.name ?? t`For you and the leaderboard; visitors see the title`}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <TextField
            select
            fullWidth
            label={t`Kind`}
            value={kind}
            onChange={({ target }) => onChange({ kind: target.value as Kind })}
            helperText={t(KINDS[kind].text)}
          >
            {Object.entries(KINDS).map(([value, it]) => (
              <MenuItem key={value} value={value}>
                {t(it.name)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </Section>
      {hasScore(kind) ? (
        <Section title={t`Round`} text={t`The server judges each round; suspicious scores wait for you.`}>
          <Box sx={FIELDS}>
            <NumberField
              label={t`Seconds`}
              min={5}
              empty={60}
              value={round.seconds}
              onChange={(seconds) => setRound({ seconds: seconds ?? 60 })}
              problem={problems["round.seconds"]}
            />
            {kind === "memory" ? (
              <NumberField
                label={t`Pairs of cards`}
                min={2}
                empty={6}
                value={round.pairs}
                onChange={(pairs) => setRound({ pairs: pairs ?? 6 })}
                problem={problems["round.pairs"]}
              />
            ) : null}
          </Box>
        </Section>
      ) : null}
      {hasScore(kind) || draft.teams.length > 0 ? (
        <TeamsSection teams={draft.teams} problems={problems} onChange={(teams) => onChange({ teams })} />
      ) : null}
      {kind === "quiz" ? (
        <Section
          title={t`Questions`}
          text={plural(round.questions.length, {
            one: "# question. Each right answer scores up to 1,000 points, the faster the more.",
            other: "# questions. Each right answer scores up to 1,000 points, the faster the more.",
          })}
        >
          <Stack spacing={1.5}>
            {problemAt(problems, "round.questions") ? (
              <Alert severity="error">{problemAt(problems, "round.questions")}</Alert>
            ) : null}
            {round.questions.length > 0 ? (
              <TextField
                select
                size="small"
                label={t`Language of the questions`}
                value={language}
                onChange={({ target }) => setLanguage(target.value)}
                sx={{ alignSelf: "flex-start", width: "auto", minWidth: 240 }}
              >
                <MenuItem value={AS_WRITTEN}>{t`As written`}</MenuItem>
                {Object.entries(LANGUAGES).map(([tag, name]) => (
                  <MenuItem key={tag} value={tag}>
                    {t(name)}
                  </MenuItem>
                ))}
              </TextField>
            ) : null}
            {round.questions.map((question, place) => (
              <QuestionCard
                key={question.id}
                number={place + 1}
                question={question}
                language={language === AS_WRITTEN ? null : language}
                onChange={(changed) => setRound({ questions: round.questions.with(place, changed) })}
                onRemove={() => setRound({ questions: round.questions.filter((_, at) => at !== place) })}
              />
            ))}
            {round.questions.length < MOST_QUESTIONS ? (
              <Button
                variant="outlined"
                startIcon={<AddIcon />}
                sx={{ alignSelf: "flex-start" }}
                onClick={() => setRound({ questions: [...round.questions, newQuestion()] })}
              >
                <Trans>Add question</Trans>
              </Button>
            ) : null}
          </Stack>
        </Section>
      ) : null}
    </>
  );
}

function newQuestion(): Question {
  return {
    id: `q${crypto.randomUUID().slice(0, 8)}`,
    text: "",
    choices: ["a", "b", "c"].map((id) => ({ id, text: "" })),
    correct: "a",
    picture_url: null,
  };
}
