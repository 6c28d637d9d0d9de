import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import UploadIcon from "@mui/icons-material/Upload";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { problemOfLogo } from "@/features/codes/qr-picture/api/check-logo";
import { readLogo } from "@/features/codes/qr-picture/read-logo";
import type { DesignProps, Logo } from "@/features/codes/qr-picture/types";
import { useSession } from "@/shared/auth/session";

const PLATES: readonly { value: Logo["plate"]; label: MessageDescriptor }[] = [
  { value: "none", label: msg`None` },
  { value: "square", label: msg`A square` },
  { value: "rounded", label: msg`Rounded square` },
  { value: "circle", label: msg`A circle` },
];

/** The picture in the middle of the code. */
export function LogoFields({ design, onChange }: DesignProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const { status } = useSession();
  const latest = useRef(design);
  useEffect(() => {
    latest.current = design;
  }, [design]);
  const logo = design.logo ?? null;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (file === undefined) {
      return;
    }
    setReading(true);
    try {
      const image = await readLogo(file);
      const wrong = status === "authenticated" ? await problemOfLogo(image) : null;
      setProblem(wrong);
      if (wrong === null) {
        const { current } = latest;
        onChange({
          ...current,
          logo: { size: 0.2, excavate: true, padding: 0.5, plate: "none", ...current.logo, image },
        });
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t`This file can’t be read.`);
    } finally {
      setReading(false);
    }
  };

  return (
    <Stack spacing={2.5}>
      <Stack direction="row" spacing={2} sx={{ alignItems: "center" }}>
        {logo ? (
          <Box
            component="img"
            src={logo.image}
            alt={t`Your logo`}
            sx={{
              width: 64,
              height: 64,
              objectFit: "contain",
              borderRadius: 2,
              border: 1,
              borderColor: "divider",
              bgcolor: "common.white",
              p: 0.5,
            }}
          />
        ) : null}
        <Button
          component="label"
          variant="outlined"
          startIcon={<UploadIcon />}
          loading={isReading}
          loadingPosition="start"
        >
          {logo ? t`Replace logo` : t`Choose logo`}
          <Box
            component="input"
            type="file"
            aria-label={t`Logo file`}
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onChange={(event: ChangeEvent<HTMLInputElement>) => void choose(event)}
            sx={{ position: "absolute", width: 1, height: 1, overflow: "hidden", clipPath: "inset(50%)" }}
          />
        </Button>
        {logo ? (
          <Button
            color="inherit"
            onClick={() => {
              setProblem(null);
              onChange({ ...design, logo: null });
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        ) : null}
      </Stack>
      {problem ? <Alert severity="error">{problem}</Alert> : null}
      {logo ? (
        <LogoOptions logo={logo} onChange={(next) => onChange({ ...design, logo: next })} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          <Trans>
            PNG, JPEG, WebP or a plain SVG. Simple logos with a clear shape work best. Error correction is increased so
            that the code still scans.
          </Trans>
        </Typography>
      )}
    </Stack>
  );
}

function LogoOptions({ logo, onChange }: { logo: Logo; onChange: (logo: Logo) => void }) {
  return (
    <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" }, alignItems: "center" }}>
      <Box sx={{ px: 1 }}>
        <Typography variant="body2" color="textSecondary">
          <Trans>Size: {Math.round(logo.size * 100)}% of the code</Trans>
        </Typography>
        <Slider
          size="small"
          min={8}
          max={30}
          value={Math.round(logo.size * 100)}
          onChange={(_, size) => onChange({ ...logo, size: size / 100 })}
          aria-label={t`Logo size in percent`}
        />
      </Box>
      <Box sx={{ px: 1 }}>
        <Typography variant="body2" color="textSecondary">
          <Trans>Space around it: {logo.padding} modules</Trans>
        </Typography>
        <Slider
          size="small"
          min={0}
          max={2}
          step={0.25}
          value={logo.padding}
          onChange={(_, padding) => onChange({ ...logo, padding })}
          aria-label={t`Space around the logo in modules`}
        />
      </Box>
      <TextField
        select
        size="small"
        label={t`Background`}
        value={logo.plate}
        onChange={(event) => onChange({ ...logo, plate: event.target.value as Logo["plate"] })}
      >
        {PLATES.map((plate) => (
          <MenuItem key={plate.value} value={plate.value}>
            {t(plate.label)}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        control={<Switch checked={logo.excavate} onChange={(_, excavate) => onChange({ ...logo, excavate })} />}
        label={t`Clear code behind logo`}
      />
    </Box>
  );
}
