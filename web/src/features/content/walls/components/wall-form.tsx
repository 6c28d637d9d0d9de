import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type SyntheticEvent, useId, useState } from "react";
import { useCreateWall, useUpdateWall } from "@/features/content/walls/api/walls";
import type { Wall } from "@/features/content/walls/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { FormDialog } from "@/shared/components/form-dialog";

/** The server's own text, which it shows in the visitor's language. */
// eslint-disable-next-line lingui/no-unlocalized-strings
const CONSENT = "I took this photo myself, everyone in it agrees, and it may be shown on this wall and at this event.";

type Settings = Pick<Wall, "name" | "intro" | "consent_text" | "moderation" | "is_open">;

/** Returns only the settings that were changed here, so that somebody else's changes in the meantime stay. */
function changesOf(settings: Settings, opened: Wall): Partial<Settings> {
  const keys = Object.keys(settings) as (keyof Settings)[];
  return Object.fromEntries(keys.filter((key) => settings[key] !== opened[key]).map((key) => [key, settings[key]]));
}

interface WallFormProps {
  /** The wall to change, or null for a new one. */
  wall: Wall | null;
  onDone: (wall: Wall | null) => void;
}

/** Creates a wall or changes its settings. */
export function WallForm({ wall, onDone }: WallFormProps) {
  const titleId = useId();
  const create = useCreateWall();
  const update = useUpdateWall();
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  // The initial state of the form. The wall itself is fetched again whenever the user returns to this tab.
  const [opened] = useState(wall);
  const [name, setName] = useState(wall?.name ?? "");
  const [intro, setIntro] = useState(wall?.intro ?? "");
  const [consent, setConsent] = useState(wall?.consent_text ?? CONSENT);
  const [moderation, setModeration] = useState(wall?.moderation ?? "before");
  const [isOpen, setOpen] = useState(wall?.is_open ?? true);
  const [codeId, setCodeId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const problem = create.error ?? update.error;
  const fields = problem instanceof ApiError ? problem.fields : {};
  const isBusy = create.isPending || update.isPending;
  const nameProblem = isTried && name.trim() === "" ? t`Enter a name` : fields.name;
  const consentProblem = isTried && consent.trim() === "" ? t`Enter the consent text` : fields.consent_text;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || consent.trim() === "" || isBusy) {
      return;
    }
    const settings = { name: name.trim(), intro: intro.trim(), consent_text: consent.trim(), moderation };
    if (wall === null) {
      create.mutate({ ...settings, code_id: codeId }, { onSuccess: onDone });
    } else {
      const changed = changesOf({ ...settings, is_open: isOpen }, opened ?? wall);
      if (Object.keys(changed).length === 0) {
        onDone(null);
        return;
      }
      update.mutate({ ...changed, wall_id: wall.wall_id }, { onSuccess: onDone });
    }
  };

  return (
    <FormDialog onClose={() => onDone(null)} aria-labelledby={titleId} maxWidth="sm" fullWidth fullScreen={isPhone}>
      <form onSubmit={submit} noValidate style={{ display: "contents" }}>
        <DialogTitle id={titleId} sx={{ typography: "h4" }}>
          {wall ? t`Wall settings` : t`Create a wall`}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            {problem ? <Alert severity="error">{messageOf(problem)}</Alert> : null}
            <TextField
              label={t`Name`}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={Boolean(nameProblem)}
              helperText={nameProblem ?? t`Shown at the top of the wall`}
              required
              autoFocus
              slotProps={{ htmlInput: { maxLength: 120 } }}
            />
            <TextField
              label={t`Welcome text`}
              value={intro}
              onChange={(event) => setIntro(event.target.value)}
              multiline
              minRows={2}
              slotProps={{ htmlInput: { maxLength: 1000 } }}
            />
            <FormControl>
              <FormLabel id={`${titleId}-moderation`}>
                <Trans>When are photos shown?</Trans>
              </FormLabel>
              <RadioGroup
                aria-labelledby={`${titleId}-moderation`}
                value={moderation}
                onChange={(_, value) => setModeration(value === "after" ? "after" : "before")}
              >
                <FormControlLabel value="before" control={<Radio />} label={t`After approval`} />
                <FormControlLabel value="after" control={<Radio />} label={t`Immediately; you can remove them later`} />
              </RadioGroup>
            </FormControl>
            <TextField
              label={t`Consent text`}
              value={consent}
              onChange={(event) => setConsent(event.target.value)}
              error={Boolean(consentProblem)}
              helperText={
                consentProblem ??
                (consent.trim() === CONSENT
                  ? t`Visitors must agree to this before they can post. The default text is shown in the visitor’s language.`
                  : t`Visitors must agree to this before they can post.`)
              }
              required
              multiline
              minRows={2}
              slotProps={{ htmlInput: { maxLength: 1000 } }}
            />
            {wall === null ? (
              <CodePicker
                label={t`Code shown on the big screen`}
                value={codeId}
                onChange={setCodeId}
                error={Boolean(fields.code_id)}
                helperText={fields.code_id ?? t`Leave empty to create a code for the wall`}
              />
            ) : (
              <FormControlLabel
                control={<Switch checked={isOpen} onChange={(_, checked) => setOpen(checked)} />}
                label={t`Visitors can post photos`}
              />
            )}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={() => onDone(null)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={isBusy}>
            {wall ? t`Save` : t`Create`}
          </Button>
        </DialogActions>
      </form>
    </FormDialog>
  );
}
