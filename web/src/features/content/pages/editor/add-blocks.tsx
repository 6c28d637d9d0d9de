import AddIcon from "@mui/icons-material/Add";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { beginning, KINDS } from "@/blocks/samples";
import type { BlockType } from "@/blocks/types";
import { ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";

/** Inserts a block after the selected one, or at the end. */
function useAddBlock(): (type: BlockType) => void {
  const dispatch = usePuckState((state) => state.dispatch);
  const selected = usePuckState((state) => state.appState.ui.itemSelector);
  const total = usePuckState((state) => state.appState.data.content.length);
  return (type) => {
    const id = `${type}-${crypto.randomUUID()}`;
    const index = selected === null ? total : selected.index + 1;
    dispatch({ type: "insert", componentType: type, destinationIndex: index, destinationZone: ROOT_ZONE, id });
    const data = { type, props: { id, ...beginning(type, id, new Date()) } };
    dispatch({ type: "replace", destinationIndex: index, destinationZone: ROOT_ZONE, data, recordHistory: false });
    dispatch({ type: "setUi", ui: { itemSelector: { index, zone: ROOT_ZONE } } });
  };
}

/** All blocks that can be added. They can be dragged on the page afterwards. */
export function AddBlocks() {
  const add = useAddBlock();
  return (
    <Stack spacing={1}>
      {(Object.entries(KINDS) as [keyof typeof KINDS, { label: string; description: string }][]).map(([type, kind]) => (
        <ButtonBase
          key={type}
          onClick={() => add(type)}
          sx={{
            px: 1.5,
            py: 1,
            gap: 1.25,
            justifyContent: "flex-start",
            textAlign: "start",
            border: 1,
            borderColor: "divider",
            borderRadius: 2,
            bgcolor: "background.paper",
            color: "text.primary",
            "&:hover, &:focus-visible": { borderColor: "primary.main" },
          }}
        >
          <AddIcon fontSize="small" color="primary" />
          <span>
            <Typography component="span" variant="body2" sx={{ display: "block", fontWeight: 600 }}>
              {kind.label}
            </Typography>
            <Typography component="span" variant="caption" color="textSecondary">
              {kind.description}
            </Typography>
          </span>
        </ButtonBase>
      ))}
    </Stack>
  );
}
