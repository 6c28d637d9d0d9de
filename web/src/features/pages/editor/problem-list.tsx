import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { labelOf } from "@/blocks/samples";
import { ROOT_ZONE, usePuckState } from "@/features/pages/editor/puck-config";

const OF_BLOCK = /^blocks\.content\[(\d+)\](?:\.props\.(.+))?$/;

/** What keeps a page from being saved or published, with the way to each place. */
export function ProblemList({ problems, message }: { problems: Readonly<Record<string, string>>; message: string | null }) {
  const dispatch = usePuckState((state) => state.dispatch);
  const content = usePuckState((state) => state.appState.data.content);
  const found = Object.entries(problems);
  if (found.length === 0) {
    return null;
  }
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {message === null ? "Some of this can’t be saved yet:" : "This page can’t be published yet:"}
      {found.slice(0, 8).map(([place, text]) => {
        const block = OF_BLOCK.exec(place);
        const index = block ? Number(block[1]) : -1;
        const type = content[index]?.type;
        return type === undefined ? (
          <div key={place}>{text}</div>
        ) : (
          <div key={place}>
            <Button
              size="small"
              color="inherit"
              sx={{ minHeight: 28, textDecoration: "underline" }}
              onClick={() => dispatch({ type: "setUi", ui: { itemSelector: { index, zone: ROOT_ZONE } } })}
            >
              {labelOf(type)}
            </Button>
            {text}
          </div>
        );
      })}
    </Alert>
  );
}
