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
  version: number;
}

/** A button that offers the picture in any format and size, and shows whether it is large enough. */
export function DownloadPicture({ codeId, name, version }: DownloadPictureProps) {
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
        <FileChoice codeId={codeId} name={name} version={version} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function FileChoice({ codeId, name, version, onDone }: DownloadPictureProps & { onDone: () => void }) {
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
          {problem !== null ? null : unit === "mm" ? (
            <ReadFrom
              codeId={codeId}
              version={version}
              width={width}
              pixels={format === "png" ? pixelsOf(width) : null}
              onWidth={(least) => setSize(String(Math.ceil(least)))}
            />
          ) : format === "png" && width <= MOST_PIXELS_CHECKED ? (
            <ReadOnScreen codeId={codeId} version={version} pixels={width} />
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

interface ReadFromProps {
  codeId: string;
  version: number;
  width: number;
  /** The width of a PNG. */
  pixels: number | null;
  onWidth: (least: number) => void;
}

function ReadFrom({ codeId, version, width, pixels, onWidth }: ReadFromProps) {
  const [distance, setDistance] = useState(0.2);
  const warningsRef = useRef<HTMLDivElement>(null);
  const { status } = useSession();
  const check = useQuery({
    ...checkQuery({ codeId, version, width, distance, pixels }),
    enabled: status === "authenticated",
  });
  const sizes = check.data?.warnings.filter((warning) => warning.code.startsWith("too_small")) ?? [];
  const unread = check.data?.warnings.filter(isOfPixels) ?? [];
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
        {check.data && sizes.length === 0 && unread.length === 0 ? (
          <Note good text={t`Large enough. The minimum is ${check.data.least_width_mm} mm.`} />
        ) : null}
        {[...sizes, ...unread].map((warning) => (
          <Note key={warning.code} text={warning.message} severe />
        ))}
        {check.data && sizes.length > 0 && !check.isPlaceholderData ? (
          <Button
            size="small"
            variant="outlined"
            sx={{ alignSelf: "flex-start", ml: 3.5 }}
            onClick={() => {
              // The button disappears with the problem that it fixes.
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

/** Shows whether scanners can read a small PNG of this width, as it is downloaded. */
function ReadOnScreen({ codeId, version, pixels }: { codeId: string; version: number; pixels: number }) {
  const { status } = useSession();
  const check = useQuery({ ...checkQuery({ codeId, version, pixels }), enabled: status === "authenticated" });
  const unread = check.data?.warnings.filter(isOfPixels) ?? [];
  return (
    <Stack spacing={1} role="group" aria-label={t`Readability`} aria-live="polite">
      {check.isError ? <Note text={t`The size couldn’t be checked.`} /> : null}
      {check.data && unread.length === 0 ? <Note good text={t`The code can be read in a file of this size.`} /> : null}
      {unread.map((warning) => (
        <Note key={warning.code} text={warning.message} severe={warning.severity === "high"} />
      ))}
    </Stack>
  );
}

function isOfPixels({ code }: { code: string }): boolean {
  return code === "too_few_pixels" || code === "unreadable";
}

/** Returns the pixels of a PNG of this width, or null if they are too few or too many to check. */
function pixelsOf(millimetres: number): number | null {
  const pixels = Math.round((millimetres / 25.4) * 300);
  return pixels >= LEAST_PIXELS && pixels <= MOST_PIXELS_CHECKED ? pixels : null;
}

const LEAST_PIXELS = 64;
const MOST_PIXELS_CHECKED = 2000;
