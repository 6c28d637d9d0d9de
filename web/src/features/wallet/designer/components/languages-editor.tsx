import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { LANGUAGES, languageName, languagesOf } from "@/features/wallet/designer/languages";
import type { PassDesign } from "@/features/wallet/designer/use-pass-design";
import type { PassField } from "@/shared/wallet/pass-content";

interface LanguagesEditorProps {
  design: PassDesign;
  language: string;
  onLanguage: (language: string) => void;
}

/** The texts of a pass in other languages. A phone shows its own language, if available. */
export function LanguagesEditor({ design, language, onLanguage }: LanguagesEditorProps) {
  const { content } = design.draft;
  const [added, setAdded] = useState<readonly string[]>([]);
  const languages = [...new Set([...languagesOf(content), ...added])];
  const free = LANGUAGES.filter((it) => it !== content.language && !languages.includes(it));
  const chosen = languages.includes(language) ? language : null;
  const setTexts = (field: PassField, texts: Partial<Record<"label" | "value" | "change_message", string | null>>) => {
    if (chosen !== null) {
      const now = { ...field.translations[chosen], ...texts };
      design.changeField(
        field.key,
        { translations: { ...field.translations, [chosen]: now } },
        `${chosen} ${field.key}`,
      );
    }
  };
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        select
        label={t`Pass language`}
        value={content.language}
        onChange={(event) => design.change({ language: event.target.value }, "language")}
      >
        {[...new Set([content.language, ...LANGUAGES])].map((it) => (
          <MenuItem key={it} value={it}>
            {languageName(it)}
          </MenuItem>
        ))}
      </TextField>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        {languages.map((it) => (
          <Chip
            key={it}
            label={languageName(it)}
            color={it === chosen ? "primary" : "default"}
            aria-pressed={it === chosen}
            onClick={() => onLanguage(it)}
          />
        ))}
        {free.length > 0 ? (
          <TextField
            select
            label={t`Add language`}
            value=""
            onChange={(event) => {
              setAdded([...added, event.target.value]);
              onLanguage(event.target.value);
            }}
            sx={{ flex: "0 1 12rem" }}
          >
            {free.map((it) => (
              <MenuItem key={it} value={it}>
                {languageName(it)}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
      </Stack>
      {chosen === null ? (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            Choose or add a language to translate the text on the pass. Text without a translation stays as it is.
          </Trans>
        </Typography>
      ) : (
        <>
          {content.title === "" ? null : (
            <TextField
              label={t`Text beside the logo: ${content.title}`}
              value={content.title_translations[chosen] ?? ""}
              onChange={(event) =>
                design.change(withTitle(content.title_translations, chosen, event.target.value), `title ${chosen}`)
              }
              slotProps={{ htmlInput: { maxLength: 120, lang: chosen } }}
            />
          )}
          {content.fields.map((field) => (
            <Box key={field.key} component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
              <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
                {field.label || field.key}
              </Typography>
              <Stack sx={{ gap: 1.5 }}>
                {field.label === "" ? null : (
                  <Translated
                    label={t`Label: ${field.label}`}
                    value={field.translations[chosen]?.label}
                    language={chosen}
                    onChange={(label) => setTexts(field, { label })}
                  />
                )}
                {field.format === "text" && field.value !== "" ? (
                  <Translated
                    label={t`Value: ${field.value}`}
                    value={field.translations[chosen]?.value}
                    language={chosen}
                    onChange={(value) => setTexts(field, { value })}
                  />
                ) : null}
                {field.change_message ? (
                  <Translated
                    label={t`Change message: ${field.change_message}`}
                    value={field.translations[chosen]?.change_message}
                    language={chosen}
                    onChange={(change_message) => setTexts(field, { change_message })}
                  />
                ) : null}
              </Stack>
            </Box>
          ))}
          <Box>
            <Button
              size="small"
              color="error"
              onClick={() => {
                setAdded(added.filter((it) => it !== chosen));
                design.change({
                  title_translations: without(content.title_translations, chosen),
                  fields: content.fields.map((it) => ({ ...it, translations: without(it.translations, chosen) })),
                });
              }}
            >
              {t`Remove ${languageName(chosen)}`}
            </Button>
          </Box>
        </>
      )}
    </Stack>
  );
}

interface TranslatedProps {
  label: string;
  value: string | null | undefined;
  language: string;
  onChange: (text: string | null) => void;
}

function Translated({ label, value, language, onChange }: TranslatedProps) {
  return (
    <TextField
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
      slotProps={{ htmlInput: { lang: language, maxLength: 2000 } }}
    />
  );
}

function without<Value>(all: Readonly<Record<string, Value>>, language: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name !== language));
}

function withTitle(all: Readonly<Record<string, string>>, language: string, title: string) {
  const others = without(all, language);
  return { title_translations: title.trim() === "" ? others : { ...others, [language]: title } };
}
