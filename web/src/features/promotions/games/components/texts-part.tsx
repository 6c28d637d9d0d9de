import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Problems, Section } from "@/features/promotions/games/components/fields";
import { NO_TEXTS } from "@/features/promotions/games/draft";
import { languageName, LANGUAGES } from "@/features/promotions/games/languages";
import type { Draft, Texts } from "@/features/promotions/games/types";

interface PartProps {
  draft: Draft;
  problems: Problems;
  onChange: (changed: Partial<Draft>) => void;
}

const FIELDS = [
  { name: "title", label: msg`Title`, most: 200, lines: 1 },
  { name: "intro", label: msg`Introduction`, most: 2000, lines: 2 },
  { name: "button", label: msg`Button`, most: 60, lines: 1 },
  { name: "win", label: msg`Text for winners`, most: 500, lines: 2 },
  { name: "lose", label: msg`Text for all others`, most: 500, lines: 2 },
  { name: "terms", label: msg`Terms of the game`, most: 5000, lines: 4 },
] as const satisfies readonly { name: keyof Texts; label: unknown; most: number; lines: number }[];

/** Texts for visitors, by language. All other texts of the page exist in every language of the product. */
export function TextsPart({ draft: { texts }, problems, onChange }: PartProps) {
  const languages = Object.keys(texts);
  const [chosen, setChosen] = useState(languages[0] ?? "en");
  const language = languages.includes(chosen) ? chosen : (languages[0] ?? "");
  const written = texts[language];
  const add = (tag: string) => {
    onChange({ texts: { ...texts, [tag]: NO_TEXTS } });
    setChosen(tag);
  };
  return (
    <Section
      title={t`Texts`}
      text={t`Visitors see the texts in their language, otherwise in the first one. All other text on the page is already translated.`}
    >
      {languages.length > 0 ? (
        <Tabs
          value={language}
          onChange={(_, next: string) => setChosen(next)}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={t`Language of the texts`}
          sx={{ mb: 2 }}
        >
          {languages.map((tag) => (
            <Tab key={tag} value={tag} label={languageName(tag)} />
          ))}
        </Tabs>
      ) : null}
      <Stack spacing={2}>
        {written === undefined ? (
          <Typography variant="body2" color="textSecondary">
            <Trans>No texts yet. The page shows the game’s name and our default texts.</Trans>
          </Typography>
        ) : (
          FIELDS.map(({ name, label, most, lines }) => (
            <TextField
              key={`${language} ${name}`}
              fullWidth
              label={t(label)}
              value={written[name]}
              multiline={lines > 1}
              minRows={lines}
              onChange={({ target }) =>
                onChange({ texts: { ...texts, [language]: { ...written, [name]: target.value } } })
              }
              error={Boolean(problems[`texts.${language}.${name}`])}
              helperText={problems[`texts.${language}.${name}`]}
              slotProps={{ htmlInput: { maxLength: most, lang: language, dir: "auto" } }}
            />
          ))
        )}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
          <TextField
            select
            size="small"
            label={t`Add a language`}
            value=""
            onChange={({ target }) => add(target.value)}
            sx={{ width: "auto", minWidth: 200 }}
          >
            {Object.entries(LANGUAGES)
              .filter(([tag]) => !languages.includes(tag))
              .map(([tag, name]) => (
                <MenuItem key={tag} value={tag}>
                  {t(name)}
                </MenuItem>
              ))}
          </TextField>
          {written === undefined ? null : (
            <Button
              color="error"
              onClick={() => {
                const { [language]: _, ...others } = texts;
                onChange({ texts: others });
              }}
            >
              {t`Remove ${languageName(language)}`}
            </Button>
          )}
        </Stack>
      </Stack>
    </Section>
  );
}
