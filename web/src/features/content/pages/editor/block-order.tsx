import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import ContentCopyIcon from "@mui/icons-material/ContentCopy";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useRef, useState } from "react";
import { hasAudience } from "@/blocks/audience";
import { labelOf } from "@/blocks/samples";
import type { Audience } from "@/blocks/types";
import { FOR_THUMBS, RowButtons } from "@/features/content/pages/editor/list-fields";
import { idOf, ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";

/** The index of a button in a row, in order: choose, copy, up, down, remove. */
const MOVE_UP = 2;
const MOVE_DOWN = 3;

/** Returns a few words of a block by which it can be recognised. */
function gist(props: Record<string, unknown>): string {
  const texts = [
    props["text"],
    props["title"],
    props["label"],
    props["question"],
    props["name"],
    props["html"],
    props["alt"],
  ];
  const first = texts.find((text) => typeof text === "string" && text !== "") as string | undefined;
  return (first ?? "")
    .replace(/<[^>]*>/g, " ")
    .trim()
    .slice(0, 60);
}

/** The blocks in their order. They can be selected, moved, duplicated and removed without dragging. */
export function BlockOrder({ onChoose }: { onChoose?: () => void }) {
  const dispatch = usePuckState((state) => state.dispatch);
  const content = usePuckState((state) => state.appState.data.content);
  const selected = usePuckState((state) => state.appState.ui.itemSelector);
  const list = useRef<HTMLOListElement>(null);
  const [toFocus, setToFocus] = useState<{ row: number; button: number } | null>(null);
  useEffect(() => {
    // A row that moved or was removed took the focus with it, so keyboard users continue at the same button.
    if (toFocus !== null) {
      const buttons = [...(list.current?.children[toFocus.row]?.querySelectorAll("button") ?? [])];
      (buttons[toFocus.button]?.disabled ? buttons[0] : buttons[toFocus.button])?.focus();
    }
  }, [toFocus]);
  if (content.length === 0) {
    return (
      <Typography variant="body2" color="textSecondary" sx={{ py: 2 }}>
        <Trans>This page is empty. Add a block to start.</Trans>
      </Typography>
    );
  }
  return (
    <Stack component="ol" ref={list} spacing={0.75} sx={{ listStyle: "none", m: 0, p: 0 }} aria-label={t`Page blocks`}>
      {content.map((block, index) => {
        const name = labelOf(block.type);
        const isSelected = selected?.index === index;
        return (
          <Box
            component="li"
            key={idOf(block)}
            sx={{
              display: "flex",
              alignItems: "center",
              border: 1,
              borderRadius: 2,
              borderColor: isSelected ? "primary.main" : "divider",
              bgcolor: "background.paper",
              pr: 0.5,
            }}
          >
            <ButtonBase
              aria-pressed={isSelected}
              onClick={() => {
                dispatch({ type: "setUi", ui: { itemSelector: { index, zone: ROOT_ZONE } } });
                onChoose?.();
              }}
              sx={{
                flex: 1,
                minWidth: 0,
                px: 1.5,
                py: 1,
                minHeight: 44,
                display: "block",
                textAlign: "start",
                borderRadius: 2,
              }}
            >
              <Typography variant="body2" component="span" sx={{ display: "block", fontWeight: 600 }}>
                {hasAudience(block.props as Audience) ? t`${name} · for some visitors` : name}
              </Typography>
              <Typography variant="caption" component="span" color="textSecondary" noWrap sx={{ display: "block" }}>
                {gist(block.props as Record<string, unknown>) || " "}
              </Typography>
            </ButtonBase>
            <IconButton
              size="small"
              sx={FOR_THUMBS}
              aria-label={t`Copy ${name}`}
              onClick={() => dispatch({ type: "duplicate", sourceIndex: index, sourceZone: ROOT_ZONE })}
            >
              <ContentCopyIcon fontSize="small" />
            </IconButton>
            <RowButtons
              what={name}
              index={index}
              total={content.length}
              onMove={(to) => {
                dispatch({ type: "reorder", sourceIndex: index, destinationIndex: to, destinationZone: ROOT_ZONE });
                setToFocus({ row: to, button: to < index ? MOVE_UP : MOVE_DOWN });
              }}
              onRemove={() => {
                dispatch({ type: "remove", index, zone: ROOT_ZONE });
                dispatch({ type: "setUi", ui: { itemSelector: null } });
                setToFocus({ row: Math.min(index, content.length - 2), button: 0 });
              }}
            />
          </Box>
        );
      })}
    </Stack>
  );
}
