import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import DesktopIcon from "@mui/icons-material/DesktopWindowsOutlined";
import MoreVertIcon from "@mui/icons-material/MoreVert";
import PhoneIcon from "@mui/icons-material/PhoneIphone";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { makeCodeFor, updatePage } from "@/features/content/pages/api/pages";
import { RedoIcon, UndoIcon } from "@/features/content/pages/editor/bar-icons";
import { StepButton } from "@/features/content/pages/editor/step-button";
import { HistoryDialog } from "@/features/content/pages/editor/history-dialog";
import type { Device } from "@/features/content/pages/editor/page-editor";
import { NameDialog } from "@/features/content/pages/editor/name-dialog";
import { PlaceholderDialog } from "@/features/content/pages/editor/placeholder-dialog";
import { untouchedPlaceholders } from "@/features/content/pages/editor/placeholders";
import { PublishedPanel } from "@/features/content/pages/editor/published-panel";
import type { ProblemPlace } from "@/features/content/pages/editor/reveal";
import { PageWeight } from "@/features/content/pages/editor/page-weight";
import { PreviewDialog } from "@/features/content/pages/editor/preview-dialog";
import { ProblemList } from "@/features/content/pages/editor/problem-list";
import { usePuckState } from "@/features/content/pages/editor/puck-config";
import { TemplateDialog } from "@/features/content/pages/editor/template-dialog";
import { TranslationsDialog } from "@/features/content/pages/editor/translations-dialog";
import type { Draft, DraftState } from "@/features/content/pages/editor/use-draft";
import { ApiError } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";
import { paths } from "@/shared/config/paths";

const STATUS_TEXTS: Record<DraftState, MessageDescriptor> = {
  saved: msg`Saved`,
  unsaved: msg`Unsaved changes`,
  saving: msg`Saving…`,
  refused: msg`Not saved: fix the problems`,
  conflict: msg`Changed by someone else`,
  failed: msg`Not saved: no connection`,
  stopped: msg`Not saved`,
};

/** Touch targets of 44 by 44 pixels, however small the icon is. */
const FOR_THUMBS = {
  "@media (pointer: coarse)": {
    "& .MuiIconButton-root": { width: 44, height: 44 },
    "& .MuiButton-root": { minHeight: 44 },
    "& .MuiChip-clickable": {
      position: "relative",
      overflow: "visible",
      "&::after": { content: '""', position: "absolute", inset: "-10px 0" },
    },
  },
} as const;

type Dialog = "placeholders" | "published" | "name" | "preview" | "history" | "translations" | "template";

interface EditorBarProps {
  draft: Draft;
  device: Device;
  onDevice: (device: Device) => void;
  onReload: () => Promise<void>;
  /** Opens a setting of a block, or of the page. */
  onOpen: (place: ProblemPlace) => void;
}

/** Undo, the preview, publication, and all other actions on a whole page. */
export function EditorBar({ draft, device, onDevice, onReload, onOpen }: EditorBarProps) {
  const history = usePuckState((state) => state.history);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isSaved, setSaved] = useState(true);
  const toasts = useToasts();
  const publication = useMutation({
    mutationFn: draft.publish,
    onSuccess: () => setDialog("published"),
    // The errors and their positions are shown above the page.
    onError: (error) => (hasFields(error) ? undefined : toasts.error(error)),
  });
  const withdrawal = useMutation({
    mutationFn: () => updatePage({ page_id: draft.page.page_id, action: "unpublish" }),
    onSuccess: (withdrawn) => {
      draft.note(withdrawn);
      toasts.success(t`Page unpublished.`);
    },
    onError: toasts.error,
  });
  const coding = useMutation({
    mutationFn: async () => {
      const { is_published: wasPublished } = draft.page;
      const moved = await draft.alter({ code_id: await makeCodeFor(draft.page.name) });
      // A published page that gets a code is published again, so that it appears under the code's address.
      return wasPublished && !moved.is_published ? draft.alter({ action: "publish" }) : moved;
    },
    onSuccess: () => toasts.success(t`Code created. It opens this page.`),
    onError: toasts.error,
  });
  const makeCode = coding.isPending ? undefined : () => coding.mutate();
  const loading = useMutation({ mutationFn: onReload, onError: toasts.error });
  const hasNothingNew = draft.page.is_published && !draft.page.has_changes && draft.state === "saved";
  const publish = () => {
    if (publication.isPending) {
      return;
    }
    if (hasNothingNew) {
      setDialog("published");
    } else if (untouchedPlaceholders(draft.current()).length > 0) {
      setDialog("placeholders");
    } else {
      publication.mutate();
    }
  };
  const open = async (next: Dialog) => {
    setMenu(null);
    if (next === "history") {
      setSaved(await draft.flush());
    }
    setDialog(next);
  };
  const close = () => setDialog(null);
  return (
    <>
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, alignItems: "center", mb: 2, ...FOR_THUMBS }}>
        <StepButton label={t`Undo`} isPossible={history.hasPast} onStep={() => history.back()}>
          <UndoIcon />
        </StepButton>
        <StepButton label={t`Redo`} isPossible={history.hasFuture} onStep={() => history.forward()}>
          <RedoIcon />
        </StepButton>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={device}
          onChange={(_, next: Device | null) => next && onDevice(next)}
          aria-label={t`Preview width`}
          sx={{ display: { xs: "none", md: "inline-flex" } }}
        >
          <ToggleButton value="phone" aria-label={t`Phone`}>
            <PhoneIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="desktop" aria-label={t`Desktop`}>
            <DesktopIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
        <Chip
          size="small"
          role="status"
          variant="outlined"
          color={
            draft.state === "saved"
              ? "success"
              : draft.state === "saving" || draft.state === "unsaved"
                ? "default"
                : "error"
          }
          label={
            draft.state === "failed" && draft.trouble !== null ? t`Not saved: retrying` : t(STATUS_TEXTS[draft.state])
          }
        />
        <Chip size="small" variant="outlined" label={publicationOf(draft)} />
        {draft.isMade ? <PageWeight draft={draft} /> : null}
        <Stack direction="row" spacing={1} sx={{ ml: "auto" }}>
          <Button variant="outlined" disabled={!draft.isMade} onClick={() => void open("preview")}>
            <Trans>Preview</Trans>
          </Button>
          <Button
            variant={hasNothingNew ? "outlined" : "contained"}
            disabled={!draft.isMade && draft.state === "saved"}
            // A really disabled button would lose the focus.
            aria-disabled={publication.isPending}
            onClick={publish}
          >
            {publication.isPending ? t`Publishing…` : hasNothingNew ? t`Share` : t`Publish`}
          </Button>
          <IconButton
            aria-label={t`Page actions`}
            aria-haspopup="menu"
            disabled={!draft.isMade}
            onClick={(event) => setMenu(event.currentTarget)}
          >
            <MoreVertIcon />
          </IconButton>
        </Stack>
      </Stack>
      <ProblemList
        problems={draft.problems}
        isToPublish={draft.state !== "refused"}
        onOpen={onOpen}
        onMakeCode={makeCode}
      />
      {(draft.state === "failed" || draft.state === "stopped") && draft.trouble !== null ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <div>{draft.trouble}</div>
          <div>
            <Trans>Your changes are kept while this screen is open.</Trans>
          </div>
        </Alert>
      ) : null}
      {draft.state === "conflict" ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <Trans>
            Someone else saved this page while you had it open. Their version stays in the history either way.
          </Trans>
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
            <Button variant="outlined" color="inherit" disabled={loading.isPending} onClick={() => loading.mutate()}>
              <Trans>Load their version</Trans>
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => void draft.keepMine()}>
              <Trans>Overwrite with mine</Trans>
            </Button>
          </Stack>
        </Alert>
      ) : null}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        <MenuItem onClick={() => void open("name")}>
          <Trans>Name, URL and code</Trans>
        </MenuItem>
        <MenuItem onClick={() => void open("history")}>
          <Trans>History</Trans>
        </MenuItem>
        <MenuItem component={Link} to={paths.formsOf(draft.page.page_id)} onClick={() => setMenu(null)}>
          <Trans>Answers</Trans>
        </MenuItem>
        <MenuItem onClick={() => void open("translations")}>
          <Trans>Translations</Trans>
        </MenuItem>
        <MenuItem onClick={() => void open("template")}>
          <Trans>Save as template</Trans>
        </MenuItem>
        {draft.page.is_published ? (
          <MenuItem
            component="a"
            href={draft.page.public_url}
            target="_blank"
            rel="noopener"
            onClick={() => setMenu(null)}
          >
            <Trans>View as visitor</Trans>
          </MenuItem>
        ) : null}
        {draft.page.is_published ? (
          <MenuItem
            onClick={() => {
              setMenu(null);
              withdrawal.mutate();
            }}
          >
            <Trans>Unpublish</Trans>
          </MenuItem>
        ) : null}
      </Menu>
      {dialog === "placeholders" ? (
        <PlaceholderDialog
          placeholders={untouchedPlaceholders(draft.current())}
          onOpen={({ index, setting }) => {
            close();
            onOpen({ index, setting, row: undefined });
          }}
          onPublish={() => {
            close();
            publication.mutate();
          }}
          onClose={close}
        />
      ) : null}
      {dialog === "published" ? <PublishedPanel draft={draft} onMakeCode={makeCode} onClose={close} /> : null}
      {dialog === "preview" ? <PreviewDialog draft={draft} onClose={close} /> : null}
      {dialog === "name" ? <NameDialog draft={draft} onClose={close} /> : null}
      {dialog === "history" ? (
        <HistoryDialog page={draft.page} isSaved={isSaved} onClose={close} onRestored={onReload} />
      ) : null}
      {dialog === "translations" ? <TranslationsDialog onClose={close} /> : null}
      {dialog === "template" ? <TemplateDialog draft={draft} onClose={close} /> : null}
    </>
  );
}

function hasFields(error: unknown): boolean {
  return error instanceof ApiError && Object.keys(error.fields).length > 0;
}

function publicationOf({ page }: Draft): string {
  if (!page.is_published) {
    return t`Not published`;
  }
  return page.has_changes ? t`Published, with unpublished changes` : t`Published`;
}
