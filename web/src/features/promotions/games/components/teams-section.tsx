import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import AddIcon from "@mui/icons-material/Add";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { type Problems, Section } from "@/features/promotions/games/components/fields";
import type { Team } from "@/features/promotions/games/types";

const MOST_TEAMS = 50;

interface TeamsSectionProps {
  teams: Team[];
  problems: Problems;
  onChange: (teams: Team[]) => void;
}

/** Teams whose players collect points together. */
export function TeamsSection({ teams, problems, onChange }: TeamsSectionProps) {
  return (
    <Section
      title={t`Teams`}
      text={t`Players choose a team. Its points are the sum of its players’ best scores. Without teams, the places of the game compete.`}
    >
      <Stack spacing={1.5}>
        {problems.teams ? <Alert severity="error">{problems.teams}</Alert> : null}
        {teams.map((team, at) => (
          <Stack key={team.key} direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
            <TextField
              fullWidth
              required
              label={t`Name of team ${at + 1}`}
              value={team.name}
              onChange={({ target }) => onChange(teams.with(at, { ...team, name: target.value }))}
              error={Boolean(problems[`teams.${String(at)}.name`])}
              helperText={problems[`teams.${String(at)}.name`]}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <Button
              color="error"
              onClick={() => onChange(teams.filter((_, other) => other !== at))}
              aria-label={t`Remove team ${team.name}`}
              sx={{ mt: 1, flexShrink: 0 }}
            >
              <Trans>Remove team</Trans>
            </Button>
          </Stack>
        ))}
        {teams.length < MOST_TEAMS ? (
          <Button
            variant="outlined"
            startIcon={<AddIcon />}
            sx={{ alignSelf: "flex-start" }}
            onClick={() => onChange([...teams, { key: crypto.randomUUID().slice(0, 8), name: "" }])}
          >
            <Trans>Add team</Trans>
          </Button>
        ) : null}
      </Stack>
    </Section>
  );
}
