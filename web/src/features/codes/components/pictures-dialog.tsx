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
import { fetchPictures, type NamedCode } from "@/features/codes/api/fetch-pictures";
import { choiceProblem, PICTURE_FORMATS, type PictureFormat } from "@/features/codes/many-pictures";
import { messageOf } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";
import { saveBlob } from "@/shared/files/save-file";
import { zipOf } from "@/shared/files/zip";

interface PicturesDialogProps {
  title: string;
  /** What the archive is called, without its ending. */
  fileName: string;
  codes: (signal: AbortSignal) => Promise<readonly NamedCode[]>;
  onClose: () => void;
}

/** Saves the pictures of many codes as one archive, to be handed to a printer. */
export function PicturesDialog({ title, fileName, codes, onClose }: PicturesDialogProps) {
  const titleId = useId();
  const [format, setFormat] = useState<PictureFormat>("pdf");
  const [width, setWidth] = useState("40");
  const [progress, setProgress] = useState<{ done: number; total: number | null } | null>(null);
  const [problem, setProblem] = useState("");
  const stop = useRef<AbortController | null>(null);
  const toasts = useToasts();
  const choice = { format, millimetres: width.trim() === "" ? Number.NaN : Number(width) };
  const wrong = choiceProblem(choice);
  // Whoever closes this wants no archive any more.
  useEffect(() => () => stop.current?.abort(), []);

  const save = async (signal: AbortSignal) => {
    const wanted = await codes(signal);
    setProgress({ done: 0, total: wanted.length });
    const files = await fetchPictures(wanted, {
      choice,
      signal,
      onProgress: (done) => setProgress({ done, total: wanted.length }),
    });
    saveBlob(`${fileName}.zip`, zipOf(files));
    toasts.success(`${files.length === 1 ? "1 picture was" : `${files.length.toLocaleString("en")} pictures were`} saved`);
    onClose();
  };
  const begin = (event: SyntheticEvent) => {
    event.preventDefault();
    if (wrong !== null || progress !== null) {
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setProblem("");
    setProgress({ done: 0, total: null });
    save(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) {
        // The others need not be fetched.
        controller.abort();
        setProblem(messageOf(error));
        setProgress(null);
      }
    });
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form onSubmit={begin} noValidate>
        <DialogTitle id={titleId} sx={{ typography: "h5" }}>
          {title}
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2}>
            <Typography variant="body2" color="textSecondary">
              One ZIP archive with a file for each code, called as the code is.
            </Typography>
            <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 2fr) minmax(0, 1fr)" } }}>
              <TextField select size="small" label="Format" value={format} disabled={progress !== null} onChange={(event) => setFormat(event.target.value as PictureFormat)}>
                {PICTURE_FORMATS.map(([value, name]) => (
                  <MenuItem key={value} value={value}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                size="small"
                type="number"
                label="Width in mm"
                value={width}
                disabled={progress !== null}
                onChange={(event) => setWidth(event.target.value)}
                error={wrong !== null}
                helperText={wrong}
                slotProps={{ htmlInput: { min: 5, inputMode: "decimal" } }}
              />
            </Box>
            {problem ? <Alert severity="error">{problem}</Alert> : null}
            {progress ? (
              <Box role="status">
                <Typography variant="body2" sx={{ mb: 0.75 }}>
                  Pictures: {progress.done.toLocaleString("en")}
                  {progress.total === null ? "" : ` of ${progress.total.toLocaleString("en")}`}
                </Typography>
                <LinearProgress
                  aria-label="Pictures"
                  variant={progress.total ? "determinate" : "indeterminate"}
                  value={progress.total ? (100 * progress.done) / progress.total : 0}
                />
              </Box>
            ) : null}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={wrong !== null || progress !== null}>
            Save pictures
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
