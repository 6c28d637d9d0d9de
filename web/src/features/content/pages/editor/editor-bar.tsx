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
import { updatePage } from "@/features/content/pages/api/pages";
import { AnswersDialog } from "@/features/content/pages/editor/answers-dialog";
import { RedoIcon, UndoIcon } from "@/features/content/pages/editor/bar-icons";
import { StepButton } from "@/features/content/pages/editor/step-button";
import { HistoryDialog } from "@/features/content/pages/editor/history-dialog";
import type { Device } from "@/features/content/pages/editor/page-editor";
import { NameDialog } from "@/features/content/pages/editor/name-dialog";
import { PageWeight } from "@/features/content/pages/editor/page-weight";
import { PreviewDialog } from "@/features/content/pages/editor/preview-dialog";
import { ProblemList } from "@/features/content/pages/editor/problem-list";
import { usePuckState } from "@/features/content/pages/editor/puck-config";
import { TemplateDialog } from "@/features/content/pages/editor/template-dialog";
import { TranslationsDialog } from "@/features/content/pages/editor/translations-dialog";
import type { Draft, DraftState } from "@/features/content/pages/editor/use-draft";
import { ApiError, messageOf } from "@/shared/api/errors";
import { useToasts } from "@/shared/components/toasts";

const STATUS_TEXTS: Record<DraftState, string> = {
  saved: "Saved",
  unsaved: "Unsaved changes",
  saving: "Saving…",
  refused: "Not saved: fix the problems",
  conflict: "Changed by someone else",
  failed: "Not saved: no connection",
  stopped: "Not saved",
};

/** Room for thumbs: 44 pixels both ways, however small the thing itself is drawn. */
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

type Dialog = "answers" | "name" | "preview" | "history" | "translations" | "template";

interface EditorBarProps {
  draft: Draft;
  device: Device;
  onDevice: (device: Device) => void;
  onReload: () => Promise<void>;
}

/** Undo, how it looks, what visitors see, and everything else one does with a whole page. */
export function EditorBar({ draft, device, onDevice, onReload }: EditorBarProps) {
  const history = usePuckState((state) => state.history);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isSaved, setSaved] = useState(true);
  const toasts = useToasts();
  const publication = useMutation({
    mutationFn: draft.publish,
    onSuccess: () => toasts.success("Published. Visitors can see it now."),
    // What is wrong, and where, stands above the page.
    onError: (error) => toasts.error(hasFields(error) ? "Not published: fix the problems first." : error),
  });
  const withdrawal = useMutation({
    mutationFn: () => updatePage({ page_id: draft.page.page_id, action: "unpublish" }),
    onSuccess: (withdrawn) => {
      draft.note(withdrawn);
      toasts.success("Page unpublished.");
    },
    onError: toasts.error,
  });
  const loading = useMutation({ mutationFn: onReload, onError: toasts.error });
  // That it could not be saved is over once it is saved; what the server refused has to be mended.
  const isStillWrong =
    publication.isError &&
    draft.state !== "refused" &&
    (publication.error instanceof ApiError || draft.state !== "saved");
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
        <StepButton label="Undo" isPossible={history.hasPast} onStep={() => history.back()}>
          <UndoIcon />
        </StepButton>
        <StepButton label="Redo" isPossible={history.hasFuture} onStep={() => history.forward()}>
          <RedoIcon />
        </StepButton>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={device}
          onChange={(_, next: Device | null) => next && onDevice(next)}
          aria-label="Preview width"
          sx={{ display: { xs: "none", md: "inline-flex" } }}
        >
          <ToggleButton value="phone" aria-label="Phone">
            <PhoneIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="desktop" aria-label="Desktop">
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
          label={draft.state === "failed" && draft.trouble !== null ? "Not saved: retrying" : STATUS_TEXTS[draft.state]}
        />
        <Chip size="small" variant="outlined" label={publicationOf(draft)} />
        <PageWeight draft={draft} />
        <Stack direction="row" spacing={1} sx={{ ml: "auto" }}>
          <Button variant="outlined" onClick={() => void open("preview")}>
            Preview
          </Button>
          <Button
            variant="contained"
            // Really disabled it would let go of the focus.
            aria-disabled={publication.isPending}
            onClick={() => (publication.isPending ? undefined : publication.mutate())}
          >
            {publication.isPending ? "Publishing…" : "Publish"}
          </Button>
          <IconButton aria-label="Page actions" aria-haspopup="menu" onClick={(event) => setMenu(event.currentTarget)}>
            <MoreVertIcon />
          </IconButton>
        </Stack>
      </Stack>
      <ProblemList problems={draft.problems} message={isStillWrong ? messageOf(publication.error) : null} />
      {(draft.state === "failed" || draft.state === "stopped") && draft.trouble !== null ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <div>{draft.trouble}</div>
          <div>Your changes are kept while this screen is open.</div>
        </Alert>
      ) : null}
      {draft.state === "conflict" ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          Someone else saved this page while you had it open. Their version stays in the history either way.
          <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1, mt: 1 }}>
            <Button variant="outlined" color="inherit" disabled={loading.isPending} onClick={() => loading.mutate()}>
              Load their version
            </Button>
            <Button variant="outlined" color="inherit" onClick={() => void draft.keepMine()}>
              Overwrite with mine
            </Button>
          </Stack>
        </Alert>
      ) : null}
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        <MenuItem onClick={() => void open("name")}>Name, URL and code</MenuItem>
        <MenuItem onClick={() => void open("history")}>History</MenuItem>
        <MenuItem onClick={() => void open("answers")}>Submissions</MenuItem>
        <MenuItem onClick={() => void open("translations")}>Translations</MenuItem>
        <MenuItem onClick={() => void open("template")}>Save as template</MenuItem>
        {draft.page.is_published ? (
          <MenuItem
            component="a"
            href={draft.page.public_url}
            target="_blank"
            rel="noopener"
            onClick={() => setMenu(null)}
          >
            View as visitor
          </MenuItem>
        ) : null}
        {draft.page.is_published ? (
          <MenuItem
            onClick={() => {
              setMenu(null);
              withdrawal.mutate();
            }}
          >
            Unpublish
          </MenuItem>
        ) : null}
      </Menu>
      {dialog === "preview" ? <PreviewDialog draft={draft} onClose={close} /> : null}
      {dialog === "name" ? <NameDialog draft={draft} onClose={close} /> : null}
      {dialog === "history" ? (
        <HistoryDialog page={draft.page} isSaved={isSaved} onClose={close} onRestored={onReload} />
      ) : null}
      {dialog === "answers" ? <AnswersDialog pageId={draft.page.page_id} onClose={close} /> : null}
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
    return "Not published";
  }
  return page.has_changes ? "Published, with unpublished changes" : "Published";
}
