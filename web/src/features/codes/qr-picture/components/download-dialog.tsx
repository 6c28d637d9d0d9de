import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DownloadIcon from "@mui/icons-material/Download";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { checkQuery } from "@/features/codes/qr-picture/api/check-picture";
import { Note } from "@/features/codes/qr-picture/components/warnings";
import {
  fileAddress,
  fileName,
  type Format,
  FORMATS,
  sizeProblem,
  type Unit,
} from "@/features/codes/qr-picture/picture-file";
import { useSession } from "@/shared/auth/session";

const DISTANCES = [
  { value: 0.2, label: msg`20 cm, in the hand` },
  { value: 1, label: msg`1 m, a table or a counter` },
  { value: 2, label: msg`2 m, a poster` },
  { value: 5, label: msg`5 m, a shop window` },
  { value: 10, label: msg`10 m, a billboard` },
];

interface DownloadPictureProps {
  codeId: string;
  name: string;
  /** How wide a finished picture must be printed that is shown in place of the code's design. */
  artworkWidthMm?: number | undefined;
}

/** A button that offers the picture as any file, in any size, and tells whether that is large enough. */
export function DownloadPicture({ codeId, name, artworkWidthMm }: DownloadPictureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button fullWidth variant="outlined" startIcon={<DownloadIcon />} onClick={() => setIsOpen(true)}>
        <Trans>More formats and sizes</Trans>
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} fullWidth maxWidth="xs" aria-labelledby="download-title">
        <DialogTitle id="download-title">
          <Trans>Download code</Trans>
        </DialogTitle>
        <FileChoice codeId={codeId} name={name} artworkWidthMm={artworkWidthMm} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function FileChoice({ codeId, name, artworkWidthMm, onDone }: DownloadPictureProps & { onDone: () => void }) {
  const [format, setFormat] = useState<Format>("pdf");
  const [unit, setUnit] = useState<Unit>("mm");
  const [size, setSize] = useState("40");
  const width = Number(size);
  const problem = sizeProblem(format, unit, size.trim() === "" ? Number.NaN : width);
  return (
    <>
      <DialogContent>
        <Stack spacing={2.5}>
          <RadioGroup
            value={format}
            onChange={(event) => setFormat(event.target.value as Format)}
            aria-label={t`Format`}
          >
            {FORMATS.map((it) => (
              <FormControlLabel
                key={it.value}
                value={it.value}
                control={<Radio size="small" />}
                label={
                  <>
                    {it.label}
                    <Typography component="span" variant="body2" color="textSecondary">
                      {" "}
                      · {t(it.note)}
                    </Typography>
                  </>
                }
              />
            ))}
          </RadioGroup>
          <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "1fr 1fr" }}>
            <TextField
              size="small"
              type="number"
              label={t`Width`}
              value={size}
              onChange={(event) => setSize(event.target.value)}
              error={problem !== null}
              helperText={problem ?? (format === "png" && unit === "mm" ? t`At 300 dots per inch` : " ")}
            />
            <TextField
              select
              size="small"
              label={t`Unit`}
              value={unit}
              onChange={(event) => {
                const next = event.target.value as Unit;
                setUnit(next);
                setSize(next === "mm" ? "40" : "1024");
              }}
            >
              <MenuItem value="mm">
                <Trans>Millimetres</Trans>
              </MenuItem>
              <MenuItem value="px">
                <Trans>Pixels</Trans>
              </MenuItem>
            </TextField>
          </Box>
          {unit === "mm" && problem === null && artworkWidthMm !== undefined ? (
            <ArtworkFrom
              codeId={codeId}
              width={width}
              artworkWidthMm={artworkWidthMm}
              onWidth={(least) => setSize(String(Math.ceil(least)))}
            />
          ) : unit === "mm" && problem === null ? (
            <ReadFrom codeId={codeId} width={width} onWidth={(least) => setSize(String(Math.ceil(least)))} />
          ) : null}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button color="inherit" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="contained"
          component="a"
          href={problem === null ? fileAddress(codeId, format, unit, width) : undefined}
          download={fileName(name, format)}
          disabled={problem !== null}
          onClick={onDone}
        >
          <Trans>Download</Trans>
        </Button>
      </DialogActions>
    </>
  );
}

interface ArtworkFromProps {
  codeId: string;
  width: number;
  artworkWidthMm: number;
  onWidth: (least: number) => void;
}

/** The same for a picture of the AI studio, whose modules are as large as it was made with. */
function ArtworkFrom({ codeId, width, artworkWidthMm, onWidth }: ArtworkFromProps) {
  const [distance, setDistance] = useState(0.2);
  const near = useQuery(checkQuery(codeId, null, null));
  const far = useQuery(checkQuery(codeId, null, distance));
  // Reading from afar takes larger modules, by one factor for every picture.
  const factor = near.data && far.data ? far.data.least_width_mm / near.data.least_width_mm : undefined;
  const least = factor === undefined ? undefined : artworkWidthMm * factor;
  return (
    <Stack spacing={1.5}>
      <DistanceChoice distance={distance} onDistance={setDistance} />
      <Stack spacing={1} role="group" aria-label={t`Readability`} aria-live="polite">
        {near.isError || far.isError ? <Note text={t`The size couldn’t be checked.`} /> : null}
        {least !== undefined && width >= least ? (
          <Note good text={t`Large enough. The minimum for this AI image is ${Math.ceil(least)} mm.`} />
        ) : null}
        {least !== undefined && width < least ? (
          <>
            <Note
              severe
              text={t`Too small for this AI image: print it at least ${Math.ceil(least)} mm wide to read it from there.`}
            />
            <Button
              size="small"
              variant="outlined"
              sx={{ alignSelf: "flex-start", ml: 3.5 }}
              onClick={() => onWidth(least)}
            >
              <Trans>Fix it: {Math.ceil(least)} mm wide</Trans>
            </Button>
          </>
        ) : null}
      </Stack>
    </Stack>
  );
}

function DistanceChoice({ distance, onDistance }: { distance: number; onDistance: (distance: number) => void }) {
  return (
    <TextField
      select
      size="small"
      label={t`Scanning distance`}
      value={distance}
      onChange={(event) => onDistance(Number(event.target.value))}
    >
      {DISTANCES.map((it) => (
        <MenuItem key={it.value} value={it.value}>
          {t(it.label)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function ReadFrom({ codeId, width, onWidth }: { codeId: string; width: number; onWidth: (least: number) => void }) {
  const [distance, setDistance] = useState(0.2);
  const warningsRef = useRef<HTMLDivElement>(null);
  const { status } = useSession();
  const check = useQuery({ ...checkQuery(codeId, width, distance), enabled: status === "authenticated" });
  const sizes = check.data?.warnings.filter((warning) => warning.code.startsWith("too_small")) ?? [];
  return (
    <Stack spacing={1.5}>
      <DistanceChoice distance={distance} onDistance={setDistance} />
      <Stack
        ref={warningsRef}
        spacing={1}
        role="group"
        aria-label={t`Readability`}
        aria-live="polite"
        tabIndex={-1}
        sx={{ outline: "none" }}
      >
        {check.isError ? <Note text={t`The size couldn’t be checked.`} /> : null}
        {check.data && sizes.length === 0 ? (
          <Note good text={t`Large enough. The minimum is ${check.data.least_width_mm} mm.`} />
        ) : null}
        {sizes.map((warning) => (
          <Note key={warning.code} text={warning.message} severe />
        ))}
        {check.data && sizes.length > 0 && !check.isPlaceholderData ? (
          <Button
            size="small"
            variant="outlined"
            sx={{ alignSelf: "flex-start", ml: 3.5 }}
            onClick={() => {
              // The button goes with what it mends.
              warningsRef.current?.focus();
              onWidth(check.data.least_width_mm);
            }}
          >
            <Trans>Fix it: {Math.ceil(check.data.least_width_mm)} mm wide</Trans>
          </Button>
        ) : null}
      </Stack>
    </Stack>
  );
}
