import { msg, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import { useTheme } from "@mui/material/styles";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, useMemo, useState } from "react";
import type { Terms } from "@/features/content/terms/api/terms";
import { changesOf, type Paragraph, type Part } from "@/features/content/terms/changes";
import { paragraphsOf } from "@/features/content/terms/paragraphs";
import { formatDateTime } from "@/shared/format/dates";

interface ChangesDialogProps {
  terms: Pick<Terms, "versions">;
  /** The newer of the two versions that are compared initially. */
  version: number;
  zone: string | undefined;
  onClose: () => void;
}

/** The number of paragraphs shown around a changed one. */
const AROUND = 1;

/** The differences between two versions, marked not only by colour. */
export function ChangesDialog({ terms, version, zone, onClose }: ChangesDialogProps) {
  const titleId = useId();
  const isPhone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [from, setFrom] = useState(version - 1);
  const [to, setTo] = useState(version);
  const [before, after] = [from, to].map((number) => terms.versions.find((it) => it.version === number));
  const paragraphs = useMemo(() => {
    const read = (it: typeof before) => (it === undefined ? [] : [it.title, ...paragraphsOf(it.body)]);
    return changesOf(read(before), read(after));
  }, [before, after]);
  const choose = (label: string, value: number, onChoose: (version: number) => void) => (
    <TextField
      select
      size="small"
      fullWidth
      label={label}
      value={value}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {terms.versions.map((it) => (
        <MenuItem key={it.version} value={it.version} sx={{ whiteSpace: "normal" }}>
          {t`Version ${it.version}, ${formatDateTime(it.published_at, zone)}`}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md" fullWidth fullScreen={isPhone}>
      <DialogTitle id={titleId} sx={{ typography: "h5" }}>
        <Trans>Changes</Trans>
      </DialogTitle>
      <DialogContent>
        <Stack direction={{ xs: "column", sm: "row" }} spacing={2} sx={{ pt: 1, mb: 2 }}>
          {choose(t`From`, from, setFrom)}
          {choose(t`To`, to, setTo)}
        </Stack>
        {paragraphs.every(isSame) ? (
          <Alert severity="info">
            {before?.body === after?.body ? t`No changes.` : t`Only the formatting changed.`}
          </Alert>
        ) : (
          <Box role="region" aria-label={t`Text with changes`} sx={{ overflowWrap: "anywhere" }}>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
              {summaryOf(paragraphs)}
            </Typography>
            {folded(paragraphs).map((shown, place) =>
              typeof shown === "number" ? (
                <Typography key={place} variant="body2" color="textSecondary" sx={{ my: 1.5 }}>
                  <Plural value={shown} one="… # paragraph unchanged …" other="… # paragraphs unchanged …" />
                </Typography>
              ) : (
                <Typography
                  key={place}
                  dir="auto"
                  color={isSame(shown) ? "textSecondary" : "textPrimary"}
                  sx={{ my: 1 }}
                >
                  {shown.map((part, at) => (
                    <Marked key={at} part={part} />
                  ))}
                </Typography>
              ),
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Visible to screen readers only. */
const HEARD = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;

const MARKS = {
  added: {
    element: "ins",
    label: msg`added`,
    sx: { textDecoration: "underline", textDecorationThickness: 2, fontWeight: 600, color: "success.main" },
  },
  removed: { element: "del", label: msg`removed`, sx: { textDecoration: "line-through", color: "error.main" } },
} as const;

/** Hidden text for screen readers, since few of them announce ins and del. */
function Marked({ part: { kind, text } }: { part: Part }) {
  if (kind === "same") {
    return text;
  }
  const { element, label, sx } = MARKS[kind];
  const words = text.trimEnd();
  return (
    <>
      <Box component={element} sx={sx}>
        <span style={HEARD}>{` (${t(label)}: `}</span>
        {words}
        <span style={HEARD}>{") "}</span>
      </Box>
      {kind === "removed" ? " " : text.slice(words.length)}
    </>
  );
}

function isSame(parts: Paragraph): boolean {
  return parts.every((part) => part.kind === "same");
}

/** Returns the changed paragraphs with their neighbours, and a count in place of the others. */
function folded(paragraphs: readonly Paragraph[]): (Paragraph | number)[] {
  const isNear = paragraphs.map((_, at) => !paragraphs.slice(Math.max(0, at - AROUND), at + AROUND + 1).every(isSame));
  return paragraphs.reduce<(Paragraph | number)[]>((shown, parts, at) => {
    const last = shown.at(-1);
    if (isNear[at]) {
      return [...shown, parts];
    }
    return typeof last === "number" ? [...shown.slice(0, -1), last + 1] : [...shown, 1];
  }, []);
}

function summaryOf(paragraphs: readonly Paragraph[]): string {
  const count = (kind: Part["kind"]) => paragraphs.flat().filter((part) => part.kind === kind).length;
  return t`Added in ${places(count("added"))} (underlined), removed in ${places(count("removed"))} (struck through).`;
}

function places(count: number): string {
  return plural(count, { one: "# place", other: "# places" });
}
