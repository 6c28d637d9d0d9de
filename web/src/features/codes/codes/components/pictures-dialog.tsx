import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import {
  fetchPictures,
  type FailedPictures,
  type NamedCode,
  type Pictures,
} from "@/features/codes/codes/api/fetch-pictures";
import { choiceProblem, PICTURE_FORMATS, pictureNames, type PictureFormat } from "@/features/codes/codes/bulk-pictures";
import { messageOf } from "@/shared/api/errors";
import { LeaveGuard } from "@/shared/components/leave-guard";
import { useToasts } from "@/shared/components/toasts";
import { saveBlob } from "@/shared/files/save-file";
import { zipOf } from "@/shared/files/zip";
import { formatList } from "@/shared/format/lists";
import { formatCount, formatDuration } from "@/shared/format/numbers";

interface PicturesDialogProps {
  title: string;
  /** The name of the archive, without its extension. */
  fileName: string;
  codes: (signal: AbortSignal) => Promise<readonly NamedCode[]>;
  onClose: () => void;
}

/** Saves the pictures of many codes as one archive for a printer. */
export function PicturesDialog({ title, fileName, codes, onClose }: PicturesDialogProps) {
  const titleId = useId();
  const [format, setFormat] = useState<PictureFormat>("pdf");
  const [width, setWidth] = useState("40");
  const [progress, setProgress] = useState<{ done: number; total: number | null } | null>(null);
  const [pause, setPause] = useState<number | null>(null);
  const [failed, setFailed] = useState<(FailedPictures & { of: number }) | null>(null);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);
  const requested = useRef<readonly NamedCode[]>([]);
  const got = useRef<Pictures>(new Map());
  const toasts = useToasts();
  const choice = { format, millimetres: width.trim() === "" ? Number.NaN : Number(width) };
  const wrong = choiceProblem(choice);
  const isBusy = progress !== null;
  // Closing the dialog cancels the archive.
  useEffect(() => () => stop.current?.abort(), []);

  /** Another format or size makes another archive, so the fetched pictures are of no use for it. */
  const forget = () => {
    got.current = new Map();
    setFailed(null);
  };
  const pack = () => {
    const names = pictureNames(requested.current, format);
    const files = requested.current.flatMap(({ code_id }, at) => {
      const bytes = got.current.get(code_id);
      return bytes ? [{ name: names[at] ?? "", bytes }] : [];
    });
    saveBlob(`${fileName}.zip`, zipOf(files));
    toasts.success(plural(files.length, { one: "# image was saved", other: "# images were saved" }));
    onClose();
  };
  const save = async (signal: AbortSignal) => {
    if (failed === null) {
      requested.current = await codes(signal);
    }
    const total = requested.current.length;
    const onProgress = () => setProgress({ done: got.current.size, total });
    onProgress();
    const missing = await fetchPictures(requested.current, got.current, {
      choice,
      signal,
      onProgress,
      onPause: setPause,
    });
    signal.throwIfAborted();
    setProgress(null);
    setFailed(missing && { ...missing, of: total });
    if (missing === null) {
      pack();
    }
  };
  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    if (wrong !== null || isBusy) {
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setProblem("");
    setPause(null);
    setProgress({ done: 0, total: null });
    save(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) {
        setProblem(messageOf(error));
        setProgress(null);
      }
    });
  };

  return (
    <Dialog
      open
      onClose={(_, reason) => (isBusy && reason === "backdropClick" ? undefined : onClose())}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <form onSubmit={begin} noValidate>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="textSecondary">
              <Trans>A ZIP archive with one file per code, named after the code.</Trans>
            </Typography>
            <Box
              sx={{
                display: "grid",
                gap: 1.5,
                gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 2fr) minmax(0, 1fr)" },
              }}
            >
              <TextField
                select
                size="small"
                label={t`Format`}
                value={format}
                disabled={isBusy}
                onChange={(event) => {
                  forget();
                  setFormat(event.target.value as PictureFormat);
                }}
              >
                {PICTURE_FORMATS.map(([value, name]) => (
                  <MenuItem key={value} value={value}>
                    {t(name)}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                size="small"
                type="number"
                label={t`Width in mm`}
                value={width}
                disabled={isBusy}
                onChange={(event) => {
                  forget();
                  setWidth(event.target.value);
                }}
                error={wrong !== null}
                helperText={wrong}
                slotProps={{ htmlInput: { min: 5, inputMode: "decimal" } }}
              />
            </Box>
            {problem ? <Alert severity="error">{problem}</Alert> : null}
            {failed && !isBusy ? (
              <Alert
                severity="warning"
                action={
                  failed.codes.length < failed.of ? (
                    <Button color="inherit" size="small" onClick={pack}>
                      <Trans>Save without missing images</Trans>
                    </Button>
                  ) : null
                }
              >
                {missedWords(failed)}
              </Alert>
            ) : null}
            {progress ? (
              <Box role="status">
                <Typography variant="body2" sx={{ mb: 0.75 }}>
                  {progressText(progress, pause)}
                </Typography>
                <LinearProgress
                  aria-label={t`Images`}
                  variant={progress.total ? "determinate" : "indeterminate"}
                  value={progress.total ? (100 * progress.done) / progress.total : 0}
                />
              </Box>
            ) : null}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="contained" disabled={wrong !== null || isBusy}>
            {failed ? t`Retry missing images` : t`Download images`}
          </Button>
        </DialogActions>
      </form>
      <LeaveGuard isChanged={isBusy} title={t`Stop downloading?`}>
        <Trans>If you leave now, no archive is saved.</Trans>
      </LeaveGuard>
    </Dialog>
  );
}

function progressText({ done, total }: { done: number; total: number | null }, pause: number | null): string {
  const images =
    total === null ? t`Images: ${formatCount(done)}` : t`Images: ${formatCount(done)} of ${formatCount(total)}`;
  return pause === null ? images : t`${images}. Rate limit reached. Continues automatically in ${lengthOf(pause)}.`;
}

/** Formats a pause in seconds, or in minutes if it is long. */
function lengthOf(seconds: number): string {
  return seconds < 120 ? formatDuration(seconds, "second") : formatDuration(Math.ceil(seconds / 60), "minute");
}

const SOME = 3;

/** Describes which pictures could not be fetched, and why. */
function missedWords({ codes, reason, of: total }: FailedPictures & { of: number }): string {
  const names = codes.slice(0, SOME).map(({ name }) => `“${name}”`);
  const missing = formatCount(codes.length);
  const others = codes.length - SOME;
  const list = formatList(others > 0 ? [...names, plural(others, { one: "# other", other: "# others" })] : names);
  const which =
    codes.length === total
      ? t`No images could be downloaded.`
      : plural(total, {
          one: `${missing} of # image is missing: ${list}.`,
          other: `${missing} of # images are missing: ${list}.`,
        });
  return `${which} ${messageOf(reason)}`;
}
