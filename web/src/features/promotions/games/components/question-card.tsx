import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DeleteOutlinedIcon from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Radio from "@mui/material/Radio";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { Question } from "@/features/promotions/games/types";
import { PictureField } from "@/shared/media/picture-field";

interface QuestionCardProps {
  /** Counted from 1. */
  number: number;
  question: Question;
  /** The language of the translation that is being edited, or null for the question itself. */
  language: string | null;
  onChange: (question: Question) => void;
  onRemove: () => void;
}

const KEYS = ["a", "b", "c", "d", "e", "f"];

type Written = Pick<Question, "text" | "translations">;

/** Returns the text of a question or an answer in a language. Empty if there is no translation. */
const textIn = ({ text, translations }: Written, language: string | null) =>
  language === null ? text : (translations?.[language]?.text ?? "");

/** Returns a question or an answer with another text in a language. An empty translation is removed. */
function saying<It extends Written>(it: It, language: string | null, text: string): It {
  if (language === null) {
    return { ...it, text };
  }
  const { [language]: _, ...others } = it.translations ?? {};
  return { ...it, translations: text === "" ? others : { ...others, [language]: { text } } };
}

/** A question of a quiz with its answers, one of which is correct. */
export function QuestionCard({ number, question, language, onChange, onRemove }: QuestionCardProps) {
  const { choices } = question;
  const free = KEYS.find((key) => choices.every(({ id }) => id !== key));
  return (
    <Paper variant="outlined" component="fieldset" sx={{ p: 2, m: 0, borderRadius: 2, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ px: 0.5 }}>
        {t`Question ${number}`}
      </Typography>
      <Stack spacing={1.5}>
        <TextField
          fullWidth
          required={language === null}
          multiline
          label={t`Question`}
          value={textIn(question, language)}
          onChange={({ target }) => onChange(saying(question, language, target.value))}
          helperText={language === null ? undefined : question.text}
          slotProps={{ htmlInput: { maxLength: 200, lang: language ?? undefined, dir: "auto" } }}
        />
        <Typography variant="body2" color="textSecondary">
          <Trans>Mark the right answer.</Trans>
        </Typography>
        {choices.map((choice, place) => (
          <Stack key={choice.id} direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
            <Radio
              checked={question.correct === choice.id}
              name={`correct-${question.id}`}
              onChange={() => onChange({ ...question, correct: choice.id })}
              slotProps={{ input: { "aria-label": t`Answer ${place + 1} is right` } }}
            />
            <TextField
              fullWidth
              required={language === null}
              size="small"
              label={t`Answer ${place + 1}`}
              value={textIn(choice, language)}
              onChange={({ target }) =>
                onChange({ ...question, choices: choices.with(place, saying(choice, language, target.value)) })
              }
              helperText={language === null ? undefined : choice.text}
              slotProps={{ htmlInput: { maxLength: 200, lang: language ?? undefined, dir: "auto" } }}
            />
            {choices.length > 2 ? (
              <IconButton
                size="small"
                aria-label={t`Remove answer ${place + 1}`}
                onClick={() => {
                  const left = choices.filter(({ id }) => id !== choice.id);
                  const isRight = question.correct === choice.id;
                  onChange({ ...question, choices: left, correct: isRight ? (left[0]?.id ?? "a") : question.correct });
                }}
              >
                <DeleteOutlinedIcon fontSize="small" />
              </IconButton>
            ) : null}
          </Stack>
        ))}
        <PictureField
          label={t`Picture`}
          value={question.picture_url ?? ""}
          error={false}
          onChange={(url) => onChange({ ...question, picture_url: url.trim() || null })}
        />
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {free === undefined ? null : (
            <Button
              size="small"
              onClick={() => onChange({ ...question, choices: [...choices, { id: free, text: "" }] })}
            >
              <Trans>Add answer</Trans>
            </Button>
          )}
          <Button size="small" color="error" onClick={onRemove} aria-label={t`Remove question ${number}`}>
            <Trans>Remove question</Trans>
          </Button>
        </Box>
      </Stack>
    </Paper>
  );
}
