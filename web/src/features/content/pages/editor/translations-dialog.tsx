import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { directionOf } from "@/blocks/direction";
import { labelOf } from "@/blocks/samples";
import { type Passage, passagesOf } from "@/blocks/translate";
import type { BlockType, RootProps } from "@/blocks/types";
import { fromPuck, usePuckState } from "@/features/content/pages/editor/puck-config";
import { languageName, LANGUAGES, PAGE_SETTINGS, SETTINGS } from "@/features/content/pages/editor/settings";

/** Whether a text is a single line, so that its translation must be one too. */
function isOneLine({ block, prop }: Pick<Passage, "block" | "prop">): boolean {
  const settings = block === "Page" ? PAGE_SETTINGS : SETTINGS[block as BlockType];
  const kind = settings.find((setting) => setting.name === prop)?.kind;
  return kind !== "lines" && kind !== "rich";
}

const inOneLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ");

/** A page may contain translations into languages that are not offered here. */
/** Every text of the page next to its translation. An empty translation shows the original text. */
export function TranslationsDialog({ onClose }: { onClose: () => void }) {
  const dispatch = usePuckState((state) => state.dispatch);
  const data = usePuckState((state) => state.appState.data);
  const root = (data.root.props ?? {}) as RootProps;
  const all = root.translations ?? {};
  const own = root.language ?? "en";
  const choices = [...new Set([...Object.keys(LANGUAGES), ...Object.keys(all)])].filter((tag) => tag !== own);
  const [language, setLanguage] = useState(Object.keys(all)[0] ?? choices[0] ?? "de");
  const texts = all[language] ?? {};
  const passages = passagesOf(fromPuck(data));

  const change = (key: string, text: string) => {
    const { [key]: _, ...rest } = texts;
    const next = text === "" ? rest : { ...rest, [key]: text };
    const others = Object.fromEntries(Object.entries(all).filter(([tag]) => tag !== language));
    const translations = Object.keys(next).length === 0 ? others : { ...others, [language]: next };
    dispatch({ type: "replaceRoot", root: { props: { ...data.root.props, translations } as object } });
  };

  const done = passages.filter(({ key }) => texts[key]).length;
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth>
      <DialogTitle>
        <Trans>Translations</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          <TextField
            select
            label={t`Language`}
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
            helperText={plural(passages.length, {
              one: `${done} of # text translated. Visitors see the page in their browser’s language.`,
              other: `${done} of # texts translated. Visitors see the page in their browser’s language.`,
            })}
          >
            {choices.map((tag) => (
              <MenuItem key={tag} value={tag}>
                {languageName(tag)}
                {all[tag] ? " ✓" : ""}
              </MenuItem>
            ))}
          </TextField>
          {passages.map((passage) => (
            <Stack key={passage.key} spacing={0.75}>
              <Typography variant="caption" color="textSecondary">
                {labelOf(passage.block)}
              </Typography>
              <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                {passage.text.replace(/<[^>]*>/g, " ").trim()}
              </Typography>
              <TextField
                multiline
                label={t`In ${languageName(language)}`}
                slotProps={{
                  htmlInput: { lang: language, dir: passage.prop === "html" ? "ltr" : directionOf(language) },
                }}
                value={texts[passage.key] ?? ""}
                onChange={(event) =>
                  change(passage.key, isOneLine(passage) ? inOneLine(event.target.value) : event.target.value)
                }
                onKeyDown={(event) => {
                  if (event.key === "Enter" && isOneLine(passage)) {
                    event.preventDefault();
                  }
                }}
                helperText={passage.prop === "html" ? t`You can use formatting such as <strong>.` : undefined}
              />
            </Stack>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
