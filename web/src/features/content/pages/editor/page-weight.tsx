import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { labelOf } from "@/blocks/samples";
import { pageWeightQuery } from "@/features/content/pages/api/pages";
import { idOf, ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";
import type { Draft } from "@/features/content/pages/editor/use-draft";
import type { components } from "@/shared/api/schema";
import { ErrorState } from "@/shared/components/state-views";

type Weight = components["schemas"]["PageWeight"];
type Block = Weight["blocks"][number];

const HEAVY = 3;

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1000))} kB`;

/** The page weight of the saved draft. A click on it shows what is heavy and how to reduce it. */
export function PageWeight({ draft }: { draft: Draft }) {
  const [isOpen, setIsOpen] = useState(false);
  const weight = useQuery(pageWeightQuery(draft.page.page_id, draft.page.version));
  const summary = weight.data ? kilobytes(weight.data.bytes) : weight.isError ? t`Unknown size` : t`Calculating…`;
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={weight.data?.is_over ? "warning" : "default"}
        label={summary}
        aria-label={weight.data ? t`Page size ${summary}. Show details` : summary}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Dialog open onClose={() => setIsOpen(false)} maxWidth="sm" fullWidth aria-labelledby="page-weight-title">
          <DialogTitle id="page-weight-title">
            <Trans>Page size</Trans>
          </DialogTitle>
          <DialogContent>
            {weight.isError ? (
              <ErrorState error={weight.error} onRetry={() => void weight.refetch()} compact />
            ) : weight.data ? (
              <Weighed weight={weight.data} onClose={() => setIsOpen(false)} />
            ) : (
              <LinearProgress aria-label={t`Calculating page size`} />
            )}
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setIsOpen(false)}>
              <Trans>Close</Trans>
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  );
}

function Weighed({ weight, onClose }: { weight: Weight; onClose: () => void }) {
  const heavy = weight.blocks.slice(0, HEAVY);
  return (
    <Stack spacing={2.5}>
      <Meter label={t`Total`} bytes={weight.bytes} budget={weight.budget} />
      <Meter label={t`Script`} bytes={weight.script_bytes} budget={weight.script_budget} />
      <Typography variant="body2" color="textSecondary">
        {weight.picture_bytes === 0
          ? t`${kilobytes(weight.html_bytes)} document, ${kilobytes(weight.style_bytes)} style, no images, as sent to visitors.`
          : t`${kilobytes(weight.html_bytes)} document, ${kilobytes(weight.style_bytes)} style, ${kilobytes(weight.picture_bytes)} images, as sent to visitors.`}
      </Typography>
      {weight.unknown_pictures > 0 ? (
        <Alert severity="info">
          <Plural
            value={weight.unknown_pictures}
            one="# image is loaded from another host and is not included."
            other="# images are loaded from other hosts and are not included."
          />
        </Alert>
      ) : null}
      <Stack component="ol" spacing={1.5} sx={{ listStyle: "none", p: 0, m: 0 }} aria-label={t`Largest blocks`}>
        {heavy.map((block) => (
          <HeavyBlock key={block.block_id} block={block} onClose={onClose} />
        ))}
      </Stack>
    </Stack>
  );
}

function Meter({ label, bytes, budget }: { label: string; bytes: number; budget: number }) {
  const isOver = bytes > budget;
  return (
    <div>
      <Stack direction="row" sx={{ justifyContent: "space-between" }}>
        <Typography variant="body2">{label}</Typography>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t`${kilobytes(bytes)} of ${kilobytes(budget)}`}
        </Typography>
      </Stack>
      <LinearProgress
        variant="determinate"
        color={isOver ? "warning" : "primary"}
        value={Math.min(100, (bytes / budget) * 100)}
        aria-label={t`${label}: ${kilobytes(bytes)} of at most ${kilobytes(budget)}`}
      />
    </div>
  );
}

/** Returns the same props with other picture addresses. */
function withLighter(value: unknown, lighter: Block["lighter"]): unknown {
  if (typeof value === "string") {
    return lighter.find((picture) => picture.url === value)?.lighter_url ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => withLighter(item, lighter));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLighter(inner, lighter)]))
    : value;
}

function HeavyBlock({ block, onClose }: { block: Block; onClose: () => void }) {
  const content = usePuckState((state) => state.appState.data.content);
  const dispatch = usePuckState((state) => state.dispatch);
  const index = content.findIndex((other) => idOf(other) === block.block_id);
  const own = content[index];
  const select = () => {
    dispatch({ type: "setUi", ui: { itemSelector: { index, zone: ROOT_ZONE } } });
    onClose();
  };
  const mend = () => {
    if (own !== undefined) {
      const props = withLighter(own.props, block.lighter) as { id: string };
      dispatch({
        type: "replace",
        destinationIndex: index,
        destinationZone: ROOT_ZONE,
        data: { type: own.type, props },
      });
    }
  };
  return (
    <li>
      <Stack direction="row" spacing={1} sx={{ justifyContent: "space-between", alignItems: "center" }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {labelOf(block.type)}
        </Typography>
        <Typography variant="body2">{kilobytes(block.bytes)}</Typography>
      </Stack>
      {block.advice ? (
        <Typography variant="body2" color="textSecondary">
          {block.advice}
        </Typography>
      ) : null}
      <Stack direction="row" spacing={1} sx={{ mt: 0.5 }}>
        {block.lighter.length > 0 ? (
          <Button size="small" variant="outlined" onClick={mend} disabled={own === undefined}>
            <Trans>Use smaller version</Trans>
          </Button>
        ) : null}
        <Button size="small" onClick={select} disabled={own === undefined}>
          {t`Go to block`}
        </Button>
      </Stack>
    </li>
  );
}
