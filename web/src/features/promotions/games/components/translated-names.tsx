import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Trans } from "@lingui/react/macro";
import { FIELDS } from "@/features/promotions/games/components/fields";
import { languageName, LANGUAGES } from "@/features/promotions/games/languages";
import type { PrizeDraft } from "@/features/promotions/games/types";

interface TranslatedNamesProps {
  translations: PrizeDraft["translations"];
  onChange: (translations: PrizeDraft["translations"]) => void;
  problemOf: (language: string) => string | undefined;
}

/** The name of a prize in other languages. */
export function TranslatedNames({ translations, onChange, problemOf }: TranslatedNamesProps) {
  const written = Object.keys(translations);
  return (
    <>
      <Typography variant="subtitle2" component="h4" sx={{ mt: 2, mb: 1.5 }}>
        <Trans>Name in other languages</Trans>
      </Typography>
      <Box sx={FIELDS}>
        {written.map((language) => (
          <TextField
            key={language}
            fullWidth
            label={t`Name in ${languageName(language)}`}
            value={translations[language]?.name ?? ""}
            onChange={({ target }) => onChange({ ...translations, [language]: { name: target.value } })}
            onBlur={({ target }) => {
              if (target.value.trim() === "") {
                const { [language]: _, ...others } = translations;
                onChange(others);
              }
            }}
            error={Boolean(problemOf(language))}
            helperText={problemOf(language) ?? t`Leave empty to remove`}
            slotProps={{ htmlInput: { maxLength: 200, lang: language, dir: "auto" } }}
          />
        ))}
        <TextField
          select
          fullWidth
          label={t`Add a language`}
          value=""
          onChange={({ target }) => onChange({ ...translations, [target.value]: { name: "" } })}
        >
          {Object.entries(LANGUAGES)
            .filter(([language]) => !written.includes(language))
            .map(([language, label]) => (
              <MenuItem key={language} value={language}>
                {t(label)}
              </MenuItem>
            ))}
        </TextField>
      </Box>
    </>
  );
}
