import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { renderStatic, staticPictureQuery } from "@/features/codes/qr-picture/api/render-picture";
import { ContentInput } from "@/features/codes/qr-picture/components/content-input";
import { PictureDesigner } from "@/features/codes/qr-picture/components/picture-designer";
import { RenderedPicture } from "@/features/codes/qr-picture/components/picture-preview";
import { findingsProps, Warnings } from "@/features/codes/qr-picture/components/warnings";
import { type Format, FORMATS } from "@/features/codes/qr-picture/picture-file";
import { type ContentKind, contentsOf, problemsOf, type Values } from "@/features/codes/qr-picture/static-contents";
import { ApiError, messageOf } from "@/shared/api/errors";
import { PLAIN_DESIGN } from "@/shared/codes/plain-design";
import { useToasts } from "@/shared/components/toasts";
import type { Contents } from "@/features/codes/qr-picture/types";
import { useAppConfig } from "@/shared/config/app-config-context";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

const SIDE = 1024;
const QUIET_MS = 400;

interface StaticCodeProps {
  kind: ContentKind;
  /** Selects another kind. */
  kindChoice: ReactNode;
}

/** A code that contains its content itself: filled in, styled, downloaded. Nothing of it is stored. */
export function StaticCode({ kind, kindChoice }: StaticCodeProps) {
  return <StaticForm key={kind.kind} kind={kind} kindChoice={kindChoice} />;
}

function StaticForm({ kind, kindChoice }: StaticCodeProps) {
  const host = new URL(useAppConfig().base_url).host;
  const [values, setValues] = useState<Values>(() => ({ domain: host }));
  const [design, setDesign] = useState(PLAIN_DESIGN);
  const findings = useRef<HTMLDivElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  const contents = contentsOf(kind, values);
  const serialized = JSON.stringify(contents);
  const settled = useDebouncedValue(serialized, QUIET_MS);
  const settledDesign = useDebouncedValue(design, QUIET_MS);
  const settledContents = JSON.parse(settled) as Contents | null;
  const picture = useQuery({
    ...staticPictureQuery(settledContents ?? undefined, settledDesign),
    enabled: settledContents !== null,
  });
  const isComplete = contents !== null && settledContents !== null;
  const refusal = isComplete && picture.error instanceof ApiError ? picture.error : null;
  const problems = refusal ? problemsOf(refusal.fields, kind) : {};
  const shown = isComplete && !picture.isError ? picture.data : undefined;
  return (
    <Box
      sx={{
        display: "grid",
        gap: 3,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 340px" },
        alignItems: "start",
      }}
    >
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Stack spacing={2.5}>
          {kindChoice}
          <Typography variant="body2" color="textSecondary">
            <Trans>{t(kind.description)}. It can’t be changed after printing, and its scans are not counted.</Trans>
          </Typography>
          <Stack ref={fields} spacing={2.5}>
            {kind.fields.map((field) => (
              <ContentInput
                key={field.name}
                field={field}
                value={values[field.name]}
                problem={problems[field.name]}
                onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
              />
            ))}
          </Stack>
          {refusal && (problems[""] !== undefined || Object.keys(problems).length === 0) ? (
            <Alert severity="error">{problems[""] ?? messageOf(refusal)}</Alert>
          ) : null}
          <PictureDesigner design={design} onChange={setDesign} />
        </Stack>
      </Card>
      <Card component="section" aria-label={t`Preview`} sx={{ p: 2.5, position: { md: "sticky" }, top: { md: 88 } }}>
        <Typography variant="subtitle1" component="h2" sx={{ mb: 1.5 }}>
          <Trans>Picture</Trans>
        </Typography>
        {shown && settledContents ? (
          <RenderedPicture data={shown.data} mediaType={shown.media_type} isTransparent={settledDesign.transparent} />
        ) : isComplete && picture.isFetching ? (
          <Skeleton variant="rounded" sx={{ width: "100%", height: "auto", aspectRatio: "1" }} />
        ) : (
          <Typography variant="body2" color="textSecondary" sx={{ py: 6, textAlign: "center" }}>
            {picture.isError && refusal === null && isComplete
              ? messageOf(picture.error)
              : t`Fill in the required fields to see the code.`}
          </Typography>
        )}
        <Stack ref={findings} {...findingsProps()} spacing={1.5} sx={{ mt: 2, outline: "none" }} aria-live="polite">
          {shown && settledContents ? (
            <>
              <Warnings check={shown} design={design} onChange={setDesign} place={findings} />
              <Typography
                variant="caption"
                color="textSecondary"
                component="p"
                sx={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
              >
                {t`Content: ${shown.content}`}
              </Typography>
              <Downloads contents={settledContents} design={settledDesign} name={kind.kind} />
            </>
          ) : null}
        </Stack>
      </Card>
    </Box>
  );
}

function Downloads({ contents, design, name }: { contents: Contents; design: typeof PLAIN_DESIGN; name: string }) {
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: async (format: Format) => {
      const blob = await renderStatic(contents, design, format, SIDE);
      const link = document.createElement("a");
      link.href = `data:${blob.media_type};base64,${blob.data}`;
      link.download = `${name}-code.${format}`;
      link.click();
    },
    onError: toasts.error,
  });
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }} role="group" aria-label={t`Download`}>
      {FORMATS.map(({ value, label }) => (
        <Button
          key={value}
          variant="outlined"
          size="small"
          disabled={download.isPending}
          onClick={() => download.mutate(value)}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}
