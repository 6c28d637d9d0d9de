import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { labelOf } from "@/blocks/samples";
import type { BlockType } from "@/blocks/types";
import { ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";
import { PAGE_SETTINGS, type Setting, SETTINGS } from "@/features/content/pages/editor/settings";

const OF_BLOCK = /^blocks\.content\[(\d+)\](?:\.props\.(.+))?$/;
const OF_PAGE = /^blocks\.root\.props\.(.+)$/;
const MAX_SHOWN = 8;

/** What is wrong, with the name of the field that it is about. */
function named(settings: readonly Setting[], path: string | undefined, text: string): string {
  const prop = path?.split(/[.[]/)[0];
  const label = settings.find((setting) => setting.name === prop)?.label;
  return label === undefined ? text : `${label}: ${text}`;
}

/** What keeps a page from being saved or published, with the way to each place. */
export function ProblemList({
  problems,
  message,
}: {
  problems: Readonly<Record<string, string>>;
  message: string | null;
}) {
  const dispatch = usePuckState((state) => state.dispatch);
  const content = usePuckState((state) => state.appState.data.content);
  const entries = Object.entries(problems);
  if (entries.length === 0) {
    return null;
  }
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      {message === null ? "Fix these problems to save:" : "Fix these problems to publish:"}
      {entries.slice(0, MAX_SHOWN).map(([place, text]) => {
        const block = OF_BLOCK.exec(place);
        const index = block ? Number(block[1]) : -1;
        const type = content[index]?.type;
        return type === undefined ? (
          <div key={place}>{named(PAGE_SETTINGS, OF_PAGE.exec(place)?.[1], text)}</div>
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
            {named(SETTINGS[type as BlockType], block?.[2], text)}
          </div>
        );
      })}
      {entries.length > MAX_SHOWN ? <div>And {entries.length - MAX_SHOWN} more.</div> : null}
    </Alert>
  );
}
