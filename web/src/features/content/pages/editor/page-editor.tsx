import type { MessageDescriptor } from "@lingui/core";
import { msg, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Puck } from "@puckeditor/core";
import "@puckeditor/core/no-external.css";
import Box from "@mui/material/Box";
import GlobalStyles from "@mui/material/GlobalStyles";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import Typography from "@mui/material/Typography";
import { useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Brand } from "@/blocks/types";
import { AddBlocks } from "@/features/content/pages/editor/add-blocks";
import { BlockOrder } from "@/features/content/pages/editor/block-order";
import { Canvas } from "@/features/content/pages/editor/canvas";
import { PageTitle } from "@/features/content/pages/editor/page-title";
import { openSetting, type ProblemPlace, useBlockReveal } from "@/features/content/pages/editor/reveal";
import { EditorBar } from "@/features/content/pages/editor/editor-bar";
import { PublishedPageId } from "@/features/content/pages/editor/places-left";
import { useSelectionRestore } from "@/features/content/pages/editor/selection-restore";
import {
  fromPuck,
  idOf,
  puckConfig,
  ROOT_ZONE,
  toPuck,
  usePuckState,
} from "@/features/content/pages/editor/puck-config";
import { SaveBeforeLeaving } from "@/features/content/pages/editor/save-before-leaving";
import { SettingsPanel } from "@/features/content/pages/editor/settings-panel";
import { type Draft, type Unmade, useDraft } from "@/features/content/pages/editor/use-draft";
import type { PageRead } from "@/features/content/pages/types";
import { VERY_SHORT } from "@/shared/theme/short";

interface PageEditorProps {
  page: PageRead;
  brand: Brand;
  /** Remounts the editor with the server's version. */
  onReload: () => Promise<void>;
  /** Given for a page that is created when a block is added. */
  unmade?: Unmade;
}

const OVERRIDES = { iframe: Canvas };
const FRAME = { enabled: true, waitForStyles: false, syncHostStyles: false };

const ABOVE = { position: "sticky", top: 0, zIndex: 2, bgcolor: "background.default" } as const;

/** Directly above the app's own bar, within reach of the thumb of the hand that holds the phone. */
const UNDER_THUMBS = {
  position: "fixed",
  [VERY_SHORT]: { position: "static" },
  bottom: "calc(56px + env(safe-area-inset-bottom))",
  left: 0,
  right: 0,
  zIndex: "appBar",
  bgcolor: "background.paper",
  borderTop: 1,
  borderColor: "divider",
  pl: "env(safe-area-inset-left)",
  pr: "env(safe-area-inset-right)",
} as const;

/** Prevents the two bars from covering the focused element. */
const ROOM_FOR_BARS = (
  <GlobalStyles styles={{ html: { scrollPaddingBlockEnd: 128, [VERY_SHORT]: { scrollPaddingBlockEnd: 8 } } }} />
);

/**
 * The page editor: blocks in the middle, the available blocks and the settings next to it. On a phone, these are tabs.
 */
export function PageEditor({ page, brand, onReload, unmade }: PageEditorProps) {
  const draft = useDraft(page, unmade);
  const config = useMemo(() => puckConfig(brand), [brand]);
  const [initial] = useState(() => toPuck(page.blocks));
  const { dispatchRef, onAction } = useSelectionRestore();
  return (
    <>
      <PageTitle draft={draft} />
      <Puck
        config={config}
        onAction={onAction}
        data={initial}
        onChange={(data) => draft.change(fromPuck(data))}
        iframe={FRAME}
        overrides={OVERRIDES}
        height="auto"
      >
        <PublishedPageId value={draft.page.is_published ? draft.page.page_id : null}>
          <Workspace draft={draft} dispatchRef={dispatchRef} onReload={onReload} />
        </PublishedPageId>
      </Puck>
    </>
  );
}

type Place = "page" | "add" | "order" | "settings";

const PLACES: { place: Place; label: MessageDescriptor }[] = [
  { place: "page", label: msg`Page` },
  { place: "add", label: msg`Add` },
  { place: "order", label: msg`Blocks` },
  { place: "settings", label: msg`Settings` },
];

export type Device = "phone" | "desktop";

interface WorkspaceProps {
  draft: Draft;
  /** Receives Puck's dispatch function. */
  dispatchRef: ReturnType<typeof useSelectionRestore>["dispatchRef"];
  onReload: () => Promise<void>;
}

function Workspace({ draft, dispatchRef, onReload }: WorkspaceProps) {
  const dispatch = usePuckState((state) => state.dispatch);
  useEffect(() => {
    dispatchRef.current = dispatch;
  }, [dispatch, dispatchRef]);
  const isWide = useMediaQuery(useTheme().breakpoints.up("md"));
  const selectedId = usePuckState((state) => idOf(state.selectedItem));
  const [place, setPlace] = useState<Place>(isWide ? "add" : "page");
  const [device, setDevice] = useState<Device>("phone");
  const isDragging = usePuckState((state) => state.appState.ui.isDragging);
  const [seen, setSeen] = useState({ selectedId, isDragging });
  if (selectedId !== seen.selectedId || isDragging !== seen.isDragging) {
    setSeen({ selectedId, isDragging });
    const isDropped = seen.isDragging && !isDragging;
    // A moved block becomes selected. Users who move blocks in the list, or by hand on a phone, stay there to move on.
    const isMoving = place === "order" || (isDropped && !isWide);
    if (selectedId !== undefined && selectedId !== seen.selectedId && !isMoving) {
      setPlace("settings");
    }
  }
  const settings = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that added the block is gone, so keyboard users continue at its settings.
    if (selectedId !== undefined && document.activeElement === document.body) {
      settings.current?.focus();
    }
  }, [selectedId]);
  const shown = isWide && place === "page" ? "add" : place;
  const canvas = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ place: ProblemPlace; times: number } | null>(null);
  useBlockReveal(canvas, selectedId, isWide || shown === "page", opened?.times ?? 0);
  const open = (problem: ProblemPlace) => {
    const itemSelector = problem.index === null ? null : { index: problem.index, zone: ROOT_ZONE };
    dispatch({ type: "setUi", ui: { itemSelector } });
    setPlace("settings");
    setOpened((before) => ({ place: problem, times: (before?.times ?? 0) + 1 }));
  };
  useEffect(() => {
    if (opened === null) {
      return undefined;
    }
    // The settings of the block are rendered by then.
    const frame = requestAnimationFrame(() => settings.current && openSetting(settings.current, opened.place));
    return () => cancelAnimationFrame(frame);
  }, [opened]);
  const tabs = PLACES.filter((tab) => !isWide || tab.place !== "page");
  const height = { xs: "auto", md: "calc(100dvh - 190px)" };
  return (
    <Box sx={{ pb: { xs: 6, md: 0 } }}>
      {isWide ? null : ROOM_FOR_BARS}
      <SaveBeforeLeaving draft={draft} />
      <EditorBar draft={draft} device={device} onDevice={setDevice} onReload={onReload} onOpen={open} />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "minmax(0, 1fr) 360px" },
          alignItems: "start",
        }}
      >
        <Box
          ref={canvas}
          sx={{
            display: isWide || shown === "page" ? "flex" : "none",
            justifyContent: "center",
            height: { xs: "calc(100dvh - 398px)", md: "calc(100dvh - 190px)" },
            minHeight: 420,
            order: { xs: 2, md: 1 },
            border: 1,
            borderColor: "divider",
            borderRadius: 3,
            overflow: "hidden",
            bgcolor: "action.hover",
          }}
        >
          <Box sx={{ width: device === "phone" ? 390 : "100%", maxWidth: "100%", height: "100%" }}>
            <Puck.Preview />
          </Box>
        </Box>
        {!isWide && shown === "page" ? (
          <Typography variant="caption" color="textSecondary" sx={{ order: 3, mt: -1, textAlign: "center" }}>
            <Trans>Drag a block to move it, or reorder blocks under “Blocks”.</Trans>
          </Typography>
        ) : null}
        <Box
          sx={{
            order: { xs: 1, md: 2 },
            minWidth: 0,
            maxHeight: height,
            overflow: "auto",
            scrollPaddingTop: { md: "64px" },
          }}
        >
          <Tabs
            value={shown}
            onChange={(_, next: Place) => setPlace(next)}
            variant="fullWidth"
            aria-label={t`Editor panels`}
            sx={{ mb: { md: 2 }, ...(isWide ? ABOVE : UNDER_THUMBS) }}
          >
            {tabs.map((tab) => (
              <Tab
                key={tab.place}
                value={tab.place}
                label={t(tab.label)}
                id={`tab-${tab.place}`}
                aria-controls={`part-${tab.place}`}
                sx={{ minWidth: 0 }}
              />
            ))}
          </Tabs>
          {tabs.map((tab) => (
            <Box
              key={tab.place}
              ref={tab.place === "settings" ? settings : undefined}
              tabIndex={tab.place === "settings" ? -1 : undefined}
              role="tabpanel"
              id={`part-${tab.place}`}
              aria-labelledby={`tab-${tab.place}`}
              hidden={shown !== tab.place}
              sx={{ px: 0.5, pb: tab.place === "page" ? 0 : 2, outline: "none" }}
            >
              {shown !== tab.place ? null : tab.place === "add" ? (
                <AddBlocks />
              ) : tab.place === "order" ? (
                <BlockOrder onChoose={() => setPlace("settings")} />
              ) : tab.place === "settings" ? (
                <SettingsPanel problems={draft.problems} address={draft.page.public_url} />
              ) : null}
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  );
}
