import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import PlayArrowIcon from "@mui/icons-material/PlayArrow";
import StopIcon from "@mui/icons-material/Stop";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { KeyboardEvent, Ref } from "react";

interface SqlEditorProps {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  isRunning: boolean;
  onChange: (text: string) => void;
  onRun: () => void;
  onCancel: () => void;
}

/** The statement, and what runs it: the button, or Ctrl+Enter. */
export function SqlEditor({ ref, text, isRunning, onChange, onRun, onCancel }: SqlEditorProps) {
  const canRun = text.trim() !== "" && !isRunning;
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (canRun) {
        onRun();
      }
    }
  };
  return (
    <Card sx={{ p: { xs: 2, md: 3 } }}>
      <TextField
        label={t`Query`}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={press}
        inputRef={ref}
        multiline
        fullWidth
        minRows={8}
        maxRows={24}
        slotProps={{
          htmlInput: {
            spellCheck: false,
            autoCapitalize: "off",
            autoCorrect: "off",
            maxLength: 50_000,
            sx: { fontFamily: "monospace", tabSize: 2 },
          },
        }}
      />
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ mt: 2, alignItems: "center", flexWrap: "wrap" }}>
        {isRunning ? (
          <Button
            variant="outlined"
            startIcon={<StopIcon />}
            // The button replaces Run, so the second click of a double click must not cancel.
            onClick={({ detail }) => (detail > 1 ? undefined : onCancel())}
          >
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <Button variant="contained" startIcon={<PlayArrowIcon />} disabled={!canRun} onClick={onRun}>
            <Trans>Run</Trans>
          </Button>
        )}
        <Typography variant="body2" color="textSecondary">
          <Trans>Press Ctrl + Enter to run it, or ⌘ + Enter on a Mac.</Trans>
        </Typography>
      </Stack>
    </Card>
  );
}
