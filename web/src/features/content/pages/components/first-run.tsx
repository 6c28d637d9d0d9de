import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import MenuItem from "@mui/material/MenuItem";
import Skeleton from "@mui/material/Skeleton";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { firstContentQuery, type Tone, useCreateFirstPage } from "@/features/content/pages/api/first-content";
import { PageThumbnail } from "@/features/content/pages/components/page-thumbnail";
import { useBrand } from "@/features/content/pages/use-brand";
import { handleResult } from "@/shared/api/handle-result";
import { useToasts } from "@/shared/components/toasts";
import { ErrorState } from "@/shared/components/state-views";
import { paths } from "@/shared/config/paths";
import { useSearchChange } from "@/shared/url/use-search-change";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";

const TONES: { tone: Tone; label: MessageDescriptor }[] = [
  { tone: "friendly", label: msg`Friendly` },
  { tone: "formal", label: msg`Formal` },
  { tone: "playful", label: msg`Playful` },
];
const PAUSE_MS = 400;
const LONGEST_NAME = 120;
const LONGEST_KIND = 100;

function spelled(kind: string): string {
  const text = kind.replace(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Creates and publishes a page with its own code from three answers. Going back does not return here, because it is
 * done.
 */
export function FirstRun() {
  const brand = useBrand();
  // The answers are in the URL, so that they survive a reload.
  const [search, change] = useSearchChange();
  const kind = search.get("kind")?.slice(0, LONGEST_KIND) || "cafe";
  const tone = TONES.find((each) => each.tone === search.get("tone"))?.tone ?? "friendly";
  const [typed, setTyped] = useState(search.get("name")?.slice(0, LONGEST_NAME) ?? null);
  const name = typed ?? (brand.name ?? "").slice(0, LONGEST_NAME);
  const called = name.trim();
  const settled = useDebouncedValue(called, PAUSE_MS);
  const isToKeep = typed !== null && called === settled && search.get("name") !== called;
  useEffect(() => {
    if (isToKeep) {
      change({ name: called });
    }
  }, [isToKeep, called, change]);
  const content = useQuery(firstContentQuery(kind, tone, settled));
  const beginning = useCreateFirstPage();
  const navigate = useNavigate();
  const toasts = useToasts();
  const kinds = content.data?.kinds ?? [kind];

  const make = () => {
    if (!content.isPending && !beginning.isPending) {
      handleResult(
        beginning.mutateAsync(
          { kind, tone, name: called },
          { onSuccess: (codeId) => void navigate(paths.createCodeSuccess(codeId), { replace: true }) },
        ),
        { onError: toasts.error },
      );
    }
  };

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
        <Stack
          component="form"
          spacing={3}
          onSubmit={(event) => {
            event.preventDefault();
            make();
          }}
        >
          <TextField
            select
            label={t`What kind of business are you?`}
            value={kinds.includes(kind) ? kind : ""}
            onChange={(event) => change({ kind: event.target.value })}
          >
            {kinds.map((each) => (
              <MenuItem key={each} value={each}>
                {spelled(each)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={t`What is your name?`}
            value={name}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
          <Box>
            <Typography id="tone" variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              <Trans>Which tone do you prefer?</Trans>
            </Typography>
            <ToggleButtonGroup
              exclusive
              fullWidth
              value={tone}
              onChange={(_, next: Tone | null) => next && change({ tone: next })}
              aria-labelledby="tone"
            >
              {TONES.map((each) => (
                <ToggleButton key={each.tone} value={each.tone}>
                  {t(each.label)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </Box>
          <Button type="submit" variant="contained" size="large" disabled={content.isPending || beginning.isPending}>
            {beginning.isPending ? t`Creating…` : t`Create page and code`}
          </Button>
          <Typography variant="body2" color="textSecondary">
            <Trans>
              The page is published right away, so the code works when you print it. You can change everything later.
            </Trans>
          </Typography>
        </Stack>
      </Card>
      <Card>
        {content.isError ? <ErrorState error={content.error} onRetry={() => void content.refetch()} compact /> : null}
        {content.isPending ? <Skeleton variant="rounded" height={480} /> : null}
        {content.data ? <PageThumbnail data={content.data.blocks} brand={brand} height={1180} /> : null}
      </Card>
    </Box>
  );
}
