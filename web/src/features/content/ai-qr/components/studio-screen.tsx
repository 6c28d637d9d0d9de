import type { MessageDescriptor } from "@lingui/core";
import { msg, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Card from "@mui/material/Card";
import LinearProgress from "@mui/material/LinearProgress";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { aiQrQuery, pastPicturesQuery } from "@/features/content/ai-qr/api/studio";
import { PictureCard } from "@/features/content/ai-qr/components/picture-card";
import { SampleGallery } from "@/features/content/ai-qr/components/sample-gallery";
import { StudioForm } from "@/features/content/ai-qr/components/studio-form";
import { type AiQr, STYLES } from "@/features/content/ai-qr/types";
import { isUnreadable } from "@/shared/api/unreadable";
import { PageHeader } from "@/shared/components/page-header";
import { useAppConfig } from "@/shared/config/app-config-context";
import { ErrorState } from "@/shared/components/state-views";
import { StopJob } from "@/shared/jobs/stop-job";
import { reaches, useOrganizationData } from "@/shared/organization/organization";

/** Generates pictures that are codes: the request, the progress, the pictures. */
export function StudioScreen() {
  const cache = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const paintsPrompts = useAppConfig().paints_prompts === true;
  const jobId = search.get("job");
  const codeId = search.get("code");
  const style = STYLES.find((choice) => choice.style === search.get("style"))?.style ?? "auto";
  const canEdit = reaches(useOrganizationData().data?.role ?? "", "editor");
  const job = useQuery({ ...aiQrQuery(jobId ?? ""), enabled: jobId !== null });
  const isRunning = job.data?.state === "queued" || job.data?.state === "running";
  const hasResults = job.data !== undefined && !isRunning && job.data.pictures.length > 0;
  const results = useRef<HTMLDivElement>(null);
  const [startedId, setStartedId] = useState<string | null>(null);
  useEffect(() => {
    // On a phone the images are below the form, so scroll to them.
    if (startedId !== null && startedId === jobId) {
      results.current?.scrollIntoView({ block: "start", behavior: "smooth" });
    }
  }, [startedId, jobId]);
  useEffect(() => {
    if (hasResults) {
      void cache.invalidateQueries({ queryKey: pastPicturesQuery.queryKey });
    }
  }, [cache, hasResults]);
  return (
    <>
      <PageHeader
        title={t`Code art`}
        subtitle={
          paintsPrompts
            ? t`Pictures with a working QR code in them, from a prompt, a pattern or your own photo. Only pictures that two scanners can read are shown.`
            : t`Pictures with a working QR code in them, from a pattern or your own photo. Only pictures that two scanners can read are shown.`
        }
      />
      <Box
        sx={{
          display: "grid",
          gap: 3,
          alignItems: "start",
          gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 5fr) minmax(0, 6fr)" },
        }}
      >
        {canEdit ? (
          <StudioForm
            prompt={search.get("prompt")?.slice(0, 500) ?? ""}
            style={style}
            codeId={codeId}
            isBusy={isRunning}
            onStarted={(newJobId, request) => {
              setStartedId(newJobId);
              setSearch({
                job: newJobId,
                prompt: request.prompt,
                style: request.style,
                ...(request.codeId === null ? {} : { code: request.codeId }),
              });
            }}
          />
        ) : (
          <Alert severity="info">
            <Trans>You are a viewer. Only editors can create new pictures.</Trans>
          </Alert>
        )}
        <Box ref={results} sx={{ minWidth: 0, scrollMarginTop: "72px" }}>
          {jobId !== null ? (
            isUnreadable(job) ? (
              <Card>
                <ErrorState error={job.error} onRetry={() => void job.refetch()} />
              </Card>
            ) : job.isPending ? (
              <Skeleton variant="rounded" height={320} sx={{ borderRadius: 3 }} />
            ) : (
              <Results job={job.data} canEdit={canEdit} onStopped={() => job.refetch()} />
            )
          ) : null}
          <PastPictures without={jobId} canEdit={canEdit} />
        </Box>
      </Box>
    </>
  );
}

const WHY: Record<string, MessageDescriptor> = {
  busy: msg`The image provider isn’t accepting more requests right now`,
  key: msg`The image provider rejected this installation’s API key`,
  slow: msg`The image provider took too long`,
  away: msg`The image provider didn’t respond`,
  refused: msg`The image provider rejected this description`,
  unreadable: msg`The image provider returned an unreadable code`,
  broken: msg`The image provider returned an invalid image`,
};

function fallbackSentence(result: Record<string, unknown>): string {
  const why = t(WHY[String(result["why"])] ?? msg`The image provider didn’t return every image`);
  return plural(Number(result["fallbacks"]), {
    one: `${why}, so # picture is a pattern.`,
    other: `${why}, so # pictures are patterns.`,
  });
}

interface ResultsProps {
  job: AiQr;
  canEdit: boolean;
  onStopped: () => Promise<unknown>;
}

function Results({ job, canEdit, onStopped }: ResultsProps) {
  const total = job.total ?? 4;
  const isRunning = job.state === "queued" || job.state === "running";
  return (
    <Box component="section" aria-labelledby="made" sx={{ mb: 4 }}>
      <Typography variant="h5" component="h2" id="made" sx={{ mb: 1.5 }}>
        <Trans>Your pictures</Trans>
      </Typography>
      {job.state === "failed" ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          {job.error ?? t`Something went wrong. No pictures were created. Try again.`}
        </Alert>
      ) : null}
      {job.state === "cancelled" ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          <div>
            {job.pictures.length === 0
              ? t`Stopped. No pictures were created.`
              : t`Stopped. Finished pictures are kept.`}
          </div>
          <div>
            <Trans>A picture that is still being created may appear later under “Earlier pictures”.</Trans>
          </div>
        </Alert>
      ) : null}
      {isRunning ? (
        <Box role="status" sx={{ mb: 2 }}>
          <Typography variant="body2" sx={{ mb: 0.75 }}>
            {job.state === "queued" ? t`Queued…` : t`Created and tested: ${job.done} of ${total}`}
          </Typography>
          <LinearProgress
            aria-label={t`Progress`}
            variant={job.state === "queued" ? "indeterminate" : "determinate"}
            value={(100 * job.done) / total}
          />
          {canEdit ? (
            <Box sx={{ mt: 0.5 }}>
              <StopJob jobId={job.job_id} onStopped={onStopped} />
            </Box>
          ) : null}
        </Box>
      ) : null}
      {job.result?.["fallbacks"] ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          {fallbackSentence(job.result)}
        </Alert>
      ) : null}
      <Grid>
        {job.pictures.map((picture) => (
          <PictureCard key={picture.number} picture={picture} canEdit={canEdit} />
        ))}
        {isRunning
          ? Array.from({ length: Math.max(0, total - job.pictures.length) }, (_, place) => (
              <li key={place}>
                <Skeleton variant="rounded" sx={{ aspectRatio: "0.85", height: "auto", borderRadius: 3 }} />
              </li>
            ))
          : null}
      </Grid>
    </Box>
  );
}

function PastPictures({ without, canEdit }: { without: string | null; canEdit: boolean }) {
  const past = useQuery(pastPicturesQuery);
  const pictures = (past.data?.items ?? []).filter((picture) => picture.job_id !== without);
  if (past.isError) {
    return (
      <Card>
        <ErrorState compact error={past.error} onRetry={() => void past.refetch()} />
      </Card>
    );
  }
  if (past.isPending) {
    return <Skeleton variant="rounded" height={240} sx={{ borderRadius: 3 }} />;
  }
  if (pictures.length === 0) {
    return without !== null ? null : (
      <Box component="section" aria-labelledby="samples">
        <Typography variant="h5" component="h2" id="samples">
          <Trans>What patterns look like</Trans>
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          <Trans>Examples from the studio. Four pictures take about 30 seconds.</Trans>
        </Typography>
        <SampleGallery />
      </Box>
    );
  }
  return (
    <Box component="section" aria-labelledby="past">
      <Typography variant="h5" component="h2" id="past" sx={{ mb: 1.5 }}>
        <Trans>Earlier pictures</Trans>
      </Typography>
      <Grid>
        {pictures.map((picture) => (
          <PictureCard key={`${picture.job_id}-${picture.number}`} picture={picture} canEdit={canEdit} />
        ))}
      </Grid>
    </Box>
  );
}

function Grid({ children }: { children: React.ReactNode }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: "none",
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
      }}
    >
      {children}
    </Box>
  );
}
