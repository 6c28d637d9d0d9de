import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { ProgramValues } from "@/features/promotions/referrals/program-values";
import { LANGUAGES } from "@/shared/i18n/visitor-languages";
import { textsOf } from "@/shared/i18n/texts";

type Words = ProgramValues["words"];

/** Heading and text of the page for friends, by language. */
export function WordsFields({ words, onChange }: { words: Words; onChange: (words: Words) => void }) {
  const change = (place: number, changed: Partial<Words[number]>) =>
    onChange(words.map((one, at) => (at === place ? { ...one, ...changed } : one)));
  const free = Object.keys(LANGUAGES).find((language) => words.every((one) => one.language !== language));
  const next = words.length === 0 ? "en" : free;
  return (
    <Stack spacing={2}>
      {words.map((one, place) => (
        <Stack key={one.language} spacing={1.5} useFlexGap>
          <Stack direction={{ xs: "column", sm: "row" }} spacing={1.5} useFlexGap>
            <TextField
              select
              label={t`Language`}
              value={one.language}
              onChange={({ target }) => change(place, { language: target.value })}
              sx={{ minWidth: "12rem" }}
            >
              {Object.entries(textsOf(LANGUAGES)).map(([language, name]) => (
                <MenuItem
                  key={language}
                  value={language}
                  disabled={language !== one.language && words.some((other) => other.language === language)}
                >
                  {name}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              fullWidth
              label={t`Heading`}
              value={one.heading}
              onChange={({ target }) => change(place, { heading: target.value })}
              slotProps={{ htmlInput: { maxLength: 120, lang: one.language, dir: "auto" } }}
            />
          </Stack>
          <TextField
            fullWidth
            multiline
            label={t`Text`}
            value={one.text}
            onChange={({ target }) => change(place, { text: target.value })}
            slotProps={{ htmlInput: { maxLength: 1000, lang: one.language, dir: "auto" } }}
          />
          <Button
            color="error"
            size="small"
            sx={{ alignSelf: "flex-start" }}
            onClick={() => onChange(words.filter((_, at) => at !== place))}
          >
            {t`Remove ${textsOf(LANGUAGES)[one.language] ?? one.language}`}
          </Button>
        </Stack>
      ))}
      {next === undefined ? null : (
        <Button
          variant="outlined"
          sx={{ alignSelf: "flex-start" }}
          onClick={() => onChange([...words, { language: next, heading: "", text: "" }])}
        >
          <Trans>Add a language</Trans>
        </Button>
      )}
    </Stack>
  );
}
