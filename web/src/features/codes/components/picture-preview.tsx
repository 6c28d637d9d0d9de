import CheckCircleOutlineIcon from "@mui/icons-material/CheckCircleOutlined";
import WarningAmberIcon from "@mui/icons-material/WarningAmber";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useWatch, useFormContext } from "react-hook-form";
import { pictureQuery } from "@/features/codes/api/draw-picture";
import type { CodeForm } from "@/features/codes/code-form";
import { DrawnPicture, useSettled } from "@/features/codes/components/code-picture";
import { contrastOf, isInverted } from "@/features/codes/legibility";
import { messageOf } from "@/shared/api/errors";
import { useSession } from "@/shared/auth/session";
import { SampleCode } from "@/shared/components/sample-code";

const COLOR = /^#[0-9a-f]{6}$/i;
const LEAST_CONTRAST = 4;

/** The picture as it will be, drawn while its design is changed. */
export function PicturePreview({ content, note }: { content: string; note?: string }) {
  const { control } = useFormContext<CodeForm>();
  const design = useWatch({ control, name: "design" });
  const { status } = useSession();
  const isDrawable =
    COLOR.test(design.foreground) && COLOR.test(design.background) && design.quiet_zone >= 0 && design.quiet_zone <= 32;
  const settled = useSettled(design, 200);
  const picture = useQuery({ ...pictureQuery(content, settled), enabled: isDrawable && status === "authenticated" });

  return (
    <Card sx={{ p: 2.5, position: { md: "sticky" }, top: { md: 88 } }}>
      <Typography variant="subtitle1" component="h2" sx={{ mb: 1.5 }}>
        Picture
      </Typography>
      {status === "anonymous" ? (
        <SampleCode
          foreground={COLOR.test(design.foreground) ? design.foreground : "#000000"}
          background={COLOR.test(design.background) ? design.background : "#ffffff"}
          quietZone={Math.min(Math.max(design.quiet_zone, 0), 32) || 0}
        />
      ) : picture.data ? (
        <DrawnPicture data={picture.data.data} mediaType={picture.data.media_type} name="this design" />
      ) : picture.isError ? null : (
        <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "1" }} />
      )}
      <Stack spacing={1} sx={{ mt: 2 }} aria-live="polite">
        {status === "anonymous" ? (
          <Note good text="An example in your colours. Your own code is drawn when you save." />
        ) : picture.isError ? (
          <Note text={messageOf(picture.error)} />
        ) : (
          <Legibility design={design} decodes={picture.data?.decodes} warnings={picture.data?.warnings ?? []} />
        )}
        {note ? (
          <Typography variant="caption" color="textSecondary">
            {note}
          </Typography>
        ) : null}
      </Stack>
    </Card>
  );
}

interface LegibilityProps {
  design: CodeForm["design"];
  decodes: boolean | undefined;
  warnings: readonly string[];
}

function Legibility({ design, decodes, warnings }: LegibilityProps) {
  if (decodes === undefined) {
    return null;
  }
  const notes = [...warnings];
  if (notes.length === 0 && COLOR.test(design.foreground) && COLOR.test(design.background)) {
    if (isInverted(design.foreground, design.background)) {
      notes.push("The code is lighter than its background: some older phones can’t read that.");
    } else if (contrastOf(design.foreground, design.background) < LEAST_CONTRAST) {
      notes.push("The two colours are close to each other: choose a darker code or a lighter background.");
    }
  }
  return (
    <>
      {decodes ? (
        <Note good text="Checked: it decodes." />
      ) : (
        <Note text="It could not be decoded. Change the colours or the quiet zone." />
      )}
      {notes.map((text) => (
        <Note key={text} text={text} />
      ))}
    </>
  );
}

function Note({ text, good = false }: { text: string; good?: boolean }) {
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: "flex-start" }}>
      {good ? <CheckCircleOutlineIcon fontSize="small" color="success" /> : <WarningAmberIcon fontSize="small" color="warning" />}
      <Typography variant="body2" color="textSecondary">
        {text}
      </Typography>
    </Stack>
  );
}
