import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import BrushOutlinedIcon from "@mui/icons-material/BrushOutlined";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useGenerate } from "@/features/content/ai-qr/api/studio";
import { OwnPicture } from "@/features/content/ai-qr/components/own-picture";
import { StylePicker } from "@/features/content/ai-qr/components/style-picker";
import { COLORS, type Media, type Style } from "@/features/content/ai-qr/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { useAppConfig } from "@/shared/config/app-config-context";
import { useUploadPicture } from "@/shared/media/upload-picture";

interface StudioFormProps {
  prompt: string;
  style: Style;
  codeId: string | null;
  isBusy: boolean;
  onStarted: (jobId: string, request: { prompt: string; style: Style; codeId: string | null }) => void;
}

const MAX_CONTENT = 110;

/** The form for the picture: its description, its style, and the destination of its code. */
export function StudioForm(props: StudioFormProps) {
  const generate = useGenerate();
  const upload = useUploadPicture();
  const paintsPrompts = useAppConfig().paints_prompts === true;
  const [media, setMedia] = useState<Media | null>(null);
  const [prompt, setPrompt] = useState(props.prompt);
  const [colors, setColors] = useState<string>((COLORS.find(({ value }) => value === props.prompt) ?? COLORS[0]).value);
  const [style, setStyle] = useState<Style>(props.style);
  const [target, setTarget] = useState<"code" | "content">("code");
  const [codeId, setCodeId] = useState(props.codeId);
  const [content, setContent] = useState("");
  const [seed, setSeed] = useState("");
  const [isTried, setTried] = useState(false);
  const fields = generate.error instanceof ApiError ? generate.error.fields : {};
  const takesPhoto = style === "photo" || style === "halftone";
  const takesPrompt = paintsPrompts && style === "auto";
  const takesColors = !takesPrompt && style !== "photo" && media === null;
  // Asks only for what a pattern supports: text can determine nothing but its colours.
  const wish = takesPrompt ? prompt.trim() : takesColors ? colors : (media?.name ?? "").trim() || t`My own picture`;
  const problems = {
    prompt: wish === "" ? t`Describe the picture` : undefined,
    code: target === "code" && codeId === null ? t`Choose a code, or enter a URL` : undefined,
    content: target === "content" && content.trim() === "" ? t`Enter a destination` : undefined,
    photo:
      takesPhoto && upload.isPending
        ? t`Wait until your image is uploaded`
        : style === "photo" && media === null
          ? t`Choose an image`
          : undefined,
    seed: seed !== "" && !/^\d{1,15}$/.test(seed) ? t`Enter a whole number, or leave empty` : undefined,
  };
  const shown: Partial<typeof problems> = isTried ? problems : {};

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).some(Boolean) || generate.isPending) {
      return;
    }
    generate.mutate(
      {
        prompt: wish.slice(0, 500),
        style,
        ...(target === "code" ? { code_id: codeId } : { content: content.trim() }),
        ...(takesPhoto && media !== null ? { media_id: media.media_id, count: 1 } : {}),
        ...(seed === "" ? {} : { seed: Number(seed) }),
      },
      {
        onSuccess: ({ job_id }) =>
          props.onStarted(job_id, { prompt: wish, style, codeId: target === "code" ? codeId : null }),
      },
    );
  };

  return (
    <Card component="form" onSubmit={submit} noValidate sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2.5}>
        {generate.isError ? <Alert severity="error">{messageOf(generate.error)}</Alert> : null}
        <div>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
            {paintsPrompts ? t`Style` : t`Pattern`}
          </Typography>
          <StylePicker value={style} onChange={setStyle} paintsPrompts={paintsPrompts} withPhoto />
        </div>
        {takesPrompt ? (
          <TextField
            label={t`Description`}
            placeholder={t`A cup of coffee on a pier at sunrise, watercolour`}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            error={Boolean(shown.prompt ?? fields.prompt)}
            helperText={shown.prompt ?? fields.prompt ?? t`Describe what is in the picture, its colours and its style`}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        ) : null}
        {takesColors ? (
          <TextField
            select
            label={t`Colours`}
            value={colors}
            onChange={(event) => setColors(event.target.value)}
            error={Boolean(fields.prompt)}
            helperText={fields.prompt}
          >
            {COLORS.map(({ value, label }) => (
              <MenuItem key={value} value={value}>
                {t(label)}
              </MenuItem>
            ))}
          </TextField>
        ) : null}
        {takesPhoto ? (
          <div>
            {style === "halftone" ? (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                <Trans>Dots of a pattern, or of your own picture:</Trans>
              </Typography>
            ) : null}
            <OwnPicture media={media} upload={upload} onMedia={setMedia} problem={shown.photo ?? fields.media_id} />
          </div>
        ) : null}
        <div>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
            <Trans>Destination</Trans>
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={target}
            aria-label={t`Destination`}
            onChange={(_, chosen: "code" | "content" | null) => setTarget(chosen ?? target)}
            sx={{ mb: 2 }}
          >
            <ToggleButton value="code">
              <Trans>My codes</Trans>
            </ToggleButton>
            <ToggleButton value="content">
              <Trans>Other URL</Trans>
            </ToggleButton>
          </ToggleButtonGroup>
          {target === "code" ? (
            <CodePicker
              label={t`Code`}
              value={codeId}
              onChange={setCodeId}
              error={Boolean(shown.code ?? fields.code_id)}
              helperText={
                shown.code ?? fields.code_id ?? t`Visits are counted, and you can change the destination later`
              }
            />
          ) : (
            <TextField
              fullWidth
              label={t`URL or text`}
              value={content}
              onChange={(event) => setContent(event.target.value)}
              error={Boolean(shown.content ?? fields.content)}
              helperText={shown.content ?? fields.content ?? t`Shorter content gives a clearer image`}
              slotProps={{ htmlInput: { maxLength: MAX_CONTENT } }}
            />
          )}
        </div>
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: "flex-start", flexWrap: "wrap" }}>
          <Button
            type="submit"
            size="large"
            variant="contained"
            startIcon={<BrushOutlinedIcon />}
            disabled={props.isBusy || generate.isPending}
          >
            {paintsPrompts ? t`Generate pictures` : t`Create pictures`}
          </Button>
          <TextField
            size="small"
            label={t`Seed`}
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
            error={Boolean(shown.seed ?? fields.seed)}
            helperText={shown.seed ?? fields.seed ?? t`Reuse a seed to get the same result`}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 15 } }}
            sx={{ width: 180 }}
          />
        </Stack>
      </Stack>
    </Card>
  );
}
