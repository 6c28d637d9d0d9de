import AutoAwesomeIcon from "@mui/icons-material/AutoAwesome";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { type SyntheticEvent, useState } from "react";
import { useGenerate } from "@/features/content/ai-qr/api/studio";
import { OwnPicture } from "@/features/content/ai-qr/components/own-picture";
import { StylePicker } from "@/features/content/ai-qr/components/style-picker";
import type { Media, Style } from "@/features/content/ai-qr/types";
import { ApiError, messageOf } from "@/shared/api/errors";
import { CodePicker } from "@/shared/codes/code-picker";
import { useUploadPicture } from "@/shared/media/upload-picture";

interface StudioFormProps {
  prompt: string;
  style: Style;
  codeId: string | null;
  isBusy: boolean;
  onStarted: (jobId: string, asked: { prompt: string; style: Style; codeId: string | null }) => void;
}

const MAX_CONTENT = 110;

/** What the picture shall show, how, and where its code shall lead. */
export function StudioForm(props: StudioFormProps) {
  const generate = useGenerate();
  const upload = useUploadPicture();
  const [media, setMedia] = useState<Media | null>(null);
  const [prompt, setPrompt] = useState(props.prompt);
  const [style, setStyle] = useState<Style>(props.style);
  const [target, setTarget] = useState<"code" | "content">("code");
  const [codeId, setCodeId] = useState(props.codeId);
  const [content, setContent] = useState("");
  const [seed, setSeed] = useState("");
  const [isTried, setTried] = useState(false);
  const fields = generate.error instanceof ApiError ? generate.error.fields : {};
  const takesPhoto = style === "photo" || style === "halftone";
  const problems = {
    prompt: prompt.trim() === "" ? "Say what the picture shall show" : undefined,
    code: target === "code" && codeId === null ? "Choose the code, or enter an address" : undefined,
    content: target === "content" && content.trim() === "" ? "Enter where the code shall lead" : undefined,
    photo:
      takesPhoto && upload.isPending
        ? "Wait until your picture has arrived"
        : style === "photo" && media === null
          ? "Choose a picture of yours"
          : undefined,
    seed: seed !== "" && !/^\d{1,15}$/.test(seed) ? "A whole number, or nothing" : undefined,
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
        prompt: prompt.trim(),
        style,
        ...(target === "code" ? { code_id: codeId } : { content: content.trim() }),
        ...(takesPhoto && media !== null ? { media_id: media.media_id, count: 1 } : {}),
        ...(seed === "" ? {} : { seed: Number(seed) }),
      },
      {
        onSuccess: ({ job_id }) =>
          props.onStarted(job_id, { prompt: prompt.trim(), style, codeId: target === "code" ? codeId : null }),
      },
    );
  };

  return (
    <Card component="form" onSubmit={submit} noValidate sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2.5}>
        {generate.isError ? <Alert severity="error">{messageOf(generate.error)}</Alert> : null}
        <TextField
          label="What shall it show?"
          placeholder="Ocean at sunset, herbs from the garden, stars over the mountains…"
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          error={Boolean(shown.prompt ?? fields.prompt)}
          helperText={shown.prompt ?? fields.prompt ?? "Words choose colours and style"}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
        <div>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
            Style
          </Typography>
          <StylePicker value={style} onChange={setStyle} withPhoto />
        </div>
        {takesPhoto ? (
          <div>
            {style === "halftone" ? (
              <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                Dots of a picture that is drawn for you, or of one of yours:
              </Typography>
            ) : null}
            <OwnPicture media={media} upload={upload} onMedia={setMedia} problem={shown.photo ?? fields.media_id} />
          </div>
        ) : null}
        <div>
          <Typography variant="subtitle2" component="h2" sx={{ mb: 1 }}>
            Where it leads
          </Typography>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={target}
            aria-label="Where it leads"
            onChange={(_, chosen: "code" | "content" | null) => setTarget(chosen ?? target)}
            sx={{ mb: 2 }}
          >
            <ToggleButton value="code">One of my codes</ToggleButton>
            <ToggleButton value="content">Another address</ToggleButton>
          </ToggleButtonGroup>
          {target === "code" ? (
            <CodePicker
              label="Code"
              value={codeId}
              onChange={setCodeId}
              error={Boolean(shown.code ?? fields.code_id)}
              helperText={shown.code ?? fields.code_id ?? "Its visits are counted, and you can change where it leads"}
            />
          ) : (
            <TextField
              fullWidth
              label="Address or text"
              value={content}
              onChange={(event) => setContent(event.target.value)}
              error={Boolean(shown.content ?? fields.content)}
              helperText={shown.content ?? fields.content ?? "The shorter, the clearer the picture"}
              slotProps={{ htmlInput: { maxLength: MAX_CONTENT } }}
            />
          )}
        </div>
        <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: "flex-start", flexWrap: "wrap" }}>
          <Button
            type="submit"
            size="large"
            variant="contained"
            startIcon={<AutoAwesomeIcon />}
            disabled={props.isBusy || generate.isPending}
          >
            Make pictures
          </Button>
          <TextField
            size="small"
            label="Seed"
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
            error={Boolean(shown.seed ?? fields.seed)}
            helperText={shown.seed ?? fields.seed ?? "To get the same again"}
            slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 15 } }}
            sx={{ width: 180 }}
          />
        </Stack>
      </Stack>
    </Card>
  );
}
